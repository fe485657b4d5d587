#!/bin/sh
# Installs the release build for use outside this checkout, or takes away again what it installed:
#
#   assets/install.sh [--prefix DIR] [--binary FILE]     DIR is ~/.local, FILE is .build/release/haul
#   assets/install.sh [--prefix DIR] --uninstall
#
# Nothing outside the prefix is touched: configuration, state, downloads and a running agent stay as they are. Packages set DESTDIR: everything
# then lies below it, while the files speak of the prefix.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
prefix=
binary=
action=install

usage() {
    echo "usage: install.sh [--prefix DIR] [--binary FILE] [--uninstall]"
}

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

misuse() {
    echo "install.sh: $*" >&2
    usage >&2
    exit 2
}

while [ $# -gt 0 ]; do
    case $1 in
    --prefix | --binary)
        [ -n "${2-}" ] || misuse "$1 needs a value"
        if [ "$1" = --prefix ]; then prefix=$2; else binary=$2; fi
        shift
        ;;
    --prefix=?*) prefix=${1#*=} ;;
    --binary=?*) binary=${1#*=} ;;
    --uninstall) action=uninstall ;;
    -h | --help)
        usage
        exit 0
        ;;
    *) misuse "'$1' means nothing here" ;;
    esac
    shift
done

if [ -z "$prefix" ]; then
    [ -n "${HOME-}" ] || fail "HOME is not set; say where with --prefix DIR"
    prefix=$HOME/.local
fi
case $prefix in
*[\"\'\\]* | *'
'*) fail "systemd starts no program from a folder with a quotation mark, a backslash or a line break in its name; choose another --prefix" ;;
/*) ;;
*) prefix=$PWD/$prefix ;;
esac
while [ "$prefix" != "${prefix%/}" ]; do prefix=${prefix%/}; done
[ -n "$prefix" ] || fail "the root folder is no prefix; perhaps /usr/local is meant"
target=${DESTDIR-}$prefix

# Everything that is installed, by its place below the prefix. What is taken away is this and nothing else.
program=bin/haul
manual=share/man/man1/haul.1
for_bash=share/bash-completion/completions/haul
for_zsh=share/zsh/site-functions/_haul
for_fish=share/fish/vendor_completions.d/haul.fish
service=share/systemd/user/haul-agent.service
socket=share/systemd/user/haul-agent.socket
entry=share/applications/haul.desktop
example=share/doc/haul/config.example.toml
# The folders that were made for it, so that they go with it and others stay.
record=share/doc/haul/installed-folders
files="$program $manual $for_bash $for_zsh $for_fish $service $socket $entry $example"

# MARK: - Taking away

# Folders of the record, and those only, that nothing else has moved into meanwhile; the innermost first.
remove_folders() {
    for file in $files; do
        folder=${file%/*}
        while :; do
            echo "$folder"
            case $folder in
            */*) folder=${folder%/*} ;;
            *) break ;;
            esac
        done
    done | sort -ru | while read -r folder; do
        ! grep -qxF -e "$folder" "$1" || rmdir "$target/$folder" 2>/dev/null || true
    done
    ! grep -qxF -e . "$1" || rmdir "$target" 2>/dev/null || true
}

uninstall() {
    if [ ! -f "$target/$record" ]; then
        # The record is removed last: where there is none, this script has left nothing.
        echo "install.sh: nothing in $target was installed by this script, so nothing is taken away." >&2
        exit 0
    fi
    for file in $files; do
        rm -f -- "$target/$file" 2>/dev/null || fail "$target/$file cannot be removed; run this as its owner"
    done
    folders=$(mktemp)
    trap 'rm -f "$folders"' EXIT
    cat "$target/$record" >"$folders"
    rm -f -- "$target/$record"
    remove_folders "$folders"
    echo "Haul is gone from $target. Configuration, state and downloads are as they were."
    echo "An agent that runs goes on until it is idle or told to stop; units that 'haul agent enable' wrote are yours to remove."
}

# MARK: - Installing

check_binary() {
    if [ -z "$binary" ]; then
        binary=$root/.build/release/haul
        [ -f "$binary" ] || fail "there is no release build; make it: swift build -c release --static-swift-stdlib --product haul"
    fi
    [ -f "$binary" ] || fail "there is no file $binary"
    [ -x "$binary" ] || fail "$binary is no program"
    libraries=$(ldd "$binary" 2>/dev/null) || libraries=
    case $libraries in
    *libswiftCore.so*)
        fail "$binary needs the toolchain's libraries at every start; build it anew: swift build -c release --static-swift-stdlib --product haul"
        ;;
    *'not found'*)
        fail "$binary lacks libraries here: $(echo "$libraries" | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p' | tr '\n' ' ')"
        ;;
    esac
    "$binary" --version >/dev/null 2>&1 || fail "$binary does not run here"
}

# Makes a folder below the prefix, and notes each part of the way that was not there.
make_folder() {
    made=
    for part in $(echo "$1" | tr / ' '); do
        made=${made:+$made/}$part
        [ -d "$target/$made" ] && continue
        mkdir "$target/$made" 2>/dev/null || fail "$target/$made cannot be made; choose another --prefix, or run this as its owner"
        echo "$made" >>"$folders"
    done
    [ -w "$target/$1" ] || fail "$target/$1 is not writable; choose another --prefix, or run this as its owner"
}

# A path as one word: of ExecStart (systemd.service(5)). Quotation marks were refused above.
for_unit() {
    printf %s "$1" | sed 's/%/%%/g; s/^/"/; s/$/"/'
}

# The same of Exec in a desktop entry: a string's escapes around a command line's (desktop-entry-spec, "The Exec key").
for_entry() {
    printf %s "$1" | sed 's/[`$]/\\\\&/g; s/%/%%/g; s/^/"/; s/$/"/'
}

# Any text as the replacement of a sed command with | between.
replacement() {
    printf %s "$1" | sed 's/[\\&|]/\\&/g'
}

# A whole line of a file with another value: key, value, file.
with_value() {
    sed "s|^$1=.*|$1=$(replacement "$2")|" "$3"
}

plain() {
    case $1 in
    *[!A-Za-z0-9/._+-]*) return 1 ;;
    esac
}

# Of an installation that was refused no folder stays.
leave() {
    remove_folders "$folders"
    rm -rf "$stage"
}

install_all() {
    check_binary
    path=$prefix/$program
    unit_path=$path
    entry_path=$path
    plain "$path" || unit_path=$(for_unit "$path")
    plain "$path" || entry_path=$(for_entry "$path")

    umask 022
    stage=$(mktemp -d)
    folders=$stage/folders
    : >"$folders"
    trap leave EXIT
    # Whatever can go wrong with the texts goes wrong before anything is in place.
    "$binary" man >"$stage/manual"
    "$binary" completions bash >"$stage/for_bash"
    "$binary" completions zsh >"$stage/for_zsh"
    "$binary" completions fish >"$stage/for_fish"
    # The note that the line is to be replaced has come true.
    with_value ExecStart "$unit_path agent run" "$root/assets/systemd/haul-agent.service" | sed '/^# .*haul agent enable/d' >"$stage/service"
    with_value Exec "$entry_path" "$root/assets/haul.desktop" >"$stage/entry.exec"
    with_value TryExec "$path" "$stage/entry.exec" >"$stage/entry"

    if [ ! -d "$target" ]; then
        mkdir -p "$target" 2>/dev/null || fail "$target cannot be made; choose another --prefix, or run this as its owner"
        echo . >>"$folders"
    fi
    # Another program of this name is not ours to replace.
    if [ ! -f "$target/$record" ] && [ -e "$target/$program" ]; then
        fail "$target/$program is there and was not installed by this script; remove it first, or choose another --prefix"
    fi
    for file in $files; do make_folder "${file%/*}"; done
    # The record comes first: an installation that was cut short can be taken away too.
    [ ! -f "$target/$record" ] || cat "$target/$record" >>"$folders"
    sort -u "$folders" >"$stage/record"
    place "$stage/record" "$record" 644
    # From here on --uninstall knows what to do.
    : >"$folders"
    place "$stage/manual" "$manual" 644
    place "$stage/for_bash" "$for_bash" 644
    place "$stage/for_zsh" "$for_zsh" 644
    place "$stage/for_fish" "$for_fish" 644
    place "$stage/service" "$service" 644
    place "$root/assets/systemd/haul-agent.socket" "$socket" 644
    place "$stage/entry" "$entry" 644
    place "$root/config.example.toml" "$example" 644
    place "$binary" "$program" 755
    echo "$("$binary" --version) is installed: $path"
    [ -z "${DESTDIR-}" ] || return 0
    case ":$PATH:" in
    *":$prefix/bin:"*) ;;
    *) echo "$prefix/bin is not on your PATH." ;;
    esac
    echo "zsh completes where its fpath has $prefix/share/zsh/site-functions; 'haul agent enable' lets systemd start the agent."
}

# Puts a file in place by renaming it: a running program keeps the one it has, and nobody meets half a file.
place() {
    if ! cp -- "$1" "$target/$2.new.$$" || ! chmod "$3" "$target/$2.new.$$" || ! mv -f -- "$target/$2.new.$$" "$target/$2"; then
        rm -f -- "$target/$2.new.$$"
        fail "$target/$2 could not be written"
    fi
}

case $action in
install) install_all ;;
uninstall) uninstall ;;
esac
