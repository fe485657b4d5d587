#compdef haul
# Completion of haul for zsh; printed by `haul completions zsh`.
_haul() {
    local -a commands
    commands=(
        'config:check the configuration file, or show its values, its place or all keys'
        'completions:print completions for a shell'
        'man:print the manual page'
        'help:show help on a topic'
    )
    local context state line
    typeset -A opt_args
    _arguments -s -S \
        '(--batch)'--batch'[run the downloads to the end without the dashboard]' \
        '(--foreground)'--foreground'[run the dashboard in this process, without the agent]' \
        '(-d --directory)'{-d+,--directory=}'[documents directory]:DIR:_files -/' \
        '(-i --input-file)'{-i+,--input-file=}'[list of entries, - for standard input; gzip allowed]:FILE:_files' \
        '(-j --max-concurrent-downloads)'{-j+,--max-concurrent-downloads=}'[tasks at once]:N: ' \
        '(-x --max-connections)'{-x+,--max-connections=}'[connections per task]:N: ' \
        '(--max-connections-per-host)'--max-connections-per-host='[connections to one host over all tasks]:N: ' \
        '(-o --out)'{-o+,--out=}'[name template such as '\''{date\:%Y-%m-%d} {name}'\'', timestamp or original]:TEMPLATE: ' \
        '(--checksum)'--checksum='[digest that the file must have\: md5, sha-1, sha-256 or sha-512]:TYPE=HEX: ' \
        '(--require-resume)'--require-resume'[end with 8 rather than start a partial download over]' \
        '(--disk-full)'--disk-full='[wait for room, or end with 9]:word:(wait fail)' \
        '*'{-H+,--header=}'[request header, repeatable; never sent to another host]:'\''K\: V'\'': ' \
        '(-u --user)'{-u+,--user=}'[credentials; a missing password is asked for on a terminal]:NAME\[\:PASSWORD\]: ' \
        '(--netrc)'--netrc'[credentials from ~/.netrc]' \
        '(--load-cookies)'--load-cookies='[cookies from a file in the Netscape format]:FILE:_files' \
        '(--method)'--method='[request method]:METHOD: ' \
        '(--data)'--data='[request body, up to 1 MiB]:TEXT: ' \
        '(--user-agent)'--user-agent='[the program'\''s name in requests]:TEXT: ' \
        '(--referer)'--referer='[the page that linked to the file]:URL: ' \
        '(--proxy)'--proxy='[proxy for every request]:URL: ' \
        '(--cacert)'--cacert='[certificate authorities to trust, in PEM form]:FILE:_files' \
        '(--insecure)'--insecure'[accept any certificate]' \
        '(--limit-rate)'--limit-rate='[bytes a second over all tasks, such as 500K or 2M (K = 1024)]:RATE: ' \
        '(--lowest-speed)'--lowest-speed='[give up a try that stays below this for --timeout]:RATE: ' \
        '(--retries)'--retries='[tries after transient failures, for each stretch without progress]:N: ' \
        '(--connect-timeout)'--connect-timeout='[longest time to connect]:SECONDS: ' \
        '(--timeout)'--timeout='[longest time without a byte]:SECONDS: ' \
        '(--wait-network)'--wait-network'[a lost network waits and spends no tries]' \
        '(--session)'--session='[name of the store]:NAME: ' \
        '(--ephemeral)'--ephemeral'[keep no state]' \
        '(--background)'--background'[hand the run to the agent and wait for it]' \
        '(--detach)'--detach'[with --background\: do not wait]' \
        '(--json)'--json'[JSON lines on standard output, nothing else there]' \
        '(--progress)'--progress='[how progress is shown on standard error]:word:(auto bar plain none)' \
        '(--interval)'--interval='[seconds between summary lines]:S: ' \
        '*'{-q,--quiet}'[errors only; -qq nothing]' \
        '(--no-color)'--no-color'[no colours]' \
        '(--ascii)'--ascii'[no characters outside ASCII]' \
        '(--config)'--config='[configuration file]:FILE:_files' \
        '(-h --help)'{-h,--help}'[show this text]' \
        '(-V --version)'{-V,--version}'[show the version]' \
        '1: :->first' \
        '*: :->rest'
    case $state in
        first) _describe 'command' commands ;;
        rest)
            case $words[2] in
                config) compadd -- check show path keys ;;
                completions) compadd -- bash zsh fish ;;
                help) compadd -- overview batch config completions exit-status ;;
                *) _urls ;;
            esac
            ;;
    esac
}
_haul "$@"
