#!/usr/bin/env bash
# Puts the cases of Tests/CASES.md that a plain command line can run to Haul and to whatever other downloaders are installed, each on a
# hostile origin of its own on loopback, and counts what comes out. Needs curl, and `swift build` before (or HAUL and ORIGIN set).
#
#   assets/compare-hostile.sh [PATTERN]        only the cases whose names fit the pattern (grep -E)
#
# right: the right bytes under a harmless name, or an error where nothing else is right, and no broken file that looks whole.
# wrong: ended well with wrong bytes, or wrote outside of its folder. broken: an error, and a broken file under its final name.
# gave-up: an error where the file could have been had. hung: still at work after the limit.
set -euo pipefail
cd "$(dirname "$0")/.."
haul=${HAUL:-$PWD/.build/debug/haul} origin=${ORIGIN:-$PWD/.build/debug/hostile-origin}
limit=${LIMIT:-25} jobs=${JOBS:-3}
export LC_ALL=C.UTF-8
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY
folder=$(mktemp -d "${TMPDIR:-/tmp}/haul-hostile.XXXXXX")
trap 'rm -rf "$folder"' EXIT

# command TOOL KIND URL: what a careful person would type, with times that suit a test.
command_of() {
    local tool=$1 kind=$2 url=$3
    case $tool in
    haul)
        words=("$haul" --batch -q -x 4 --timeout 2 --retries 4 -d .)
        [ "$kind" != name ] || words+=(-o '{name}')
        ;;
    aria2c)
        words=(aria2c --no-conf -q -c -x 4 -s 4 -k 1M -t 2 --connect-timeout=2 -m 5 --retry-wait=1 --lowest-speed-limit=0 -d .)
        ;;
    curl)
        words=(curl -q -fsSL --retry 4 --retry-delay 1 --retry-all-errors --speed-limit 1 --speed-time 2)
        if [ "$kind" = name ]; then words+=(-OJ); else words+=(-C - -O); fi
        ;;
    wget2)
        words=(wget2 --no-config -q -c --tries=5 --waitretry=1 -T 2)
        [ "$kind" != name ] || words+=(--content-disposition)
        ;;
    axel) words=(axel -q -n 4 -T 2) ;;
    esac
    words+=("$url")
}

# judge KIND STATUS RIGHT...: looks at what is under the folder `tree`, where only tree/a/b/out is the tool's.
judge() {
    local kind=$1 status=$2
    shift 2
    [ "$status" != 124 ] && [ "$status" != 137 ] || { echo hung; return; }
    local whole=() path name sum good right
    while IFS= read -r -d '' path; do
        case $path in
        ./a/b/out/.haul/*) continue ;;
        ./a/b/out/*.aria2 | ./a/b/out/*.aria2__temp | ./a/b/out/*.st | ./a/b/out/*.part) continue ;;
        ./a/b/out/*) [ ! -e "$path.aria2" ] && [ ! -e "$path.st" ] || continue ;;
        *) echo wrong; return ;;
        esac
        whole+=("$path")
    done < <(find . -type f -print0)
    good=0
    if [ ${#whole[@]} = 1 ]; then
        sum=$(sha256sum <"${whole[0]}")
        for right in "$@"; do [ "$sum" != "$right" ] || good=1; done
    fi
    if [ "$kind" = name ] && [ $good = 1 ]; then
        name=${whole[0]##*/}
        [[ $name != .* && $name != -* && $name != *$'\xe2\x80\xae'* ]] || good=0
        [ -z "$(printf %s "$name" | LC_ALL=C tr -d '\040-\176\200-\377')" ] || good=0
        [[ $name != *$'\xc2\x9b'* ]] || good=0
        [ $good = 1 ] || { echo wrong; return; }
    fi
    if [ "$status" = 0 ]; then
        [ $good = 1 ] && echo right || echo wrong
    elif [ "$kind" = failure ]; then
        [ ${#whole[@]} = 0 ] && echo right || echo broken
    else
        [ ${#whole[@]} = 0 ] && echo gave-up || echo broken
    fi
}

# try TOOL NAME KIND COUNT: one line of the result.
try_one() {
    local tool=$1 name=$2 kind=$3 count=$4 place base status number
    place=$(mktemp -d "$folder/try.XXXXXX")
    mkdir -p "$place/tree/a/b/out" "$place/home"
    "$origin" --port 0 >"$place/origin" 2>/dev/null &
    local server=$!
    until base=$(sed -n 's,/ lists.*,,p' "$place/origin" 2>/dev/null) && [ -n "$base" ]; do sleep 0.02; done
    local rights=()
    for ((number = 0; number < count; number++)); do
        rights+=("$(curl -qsf "$base/right/$number/$name" | sha256sum)")
    done
    local words
    command_of "$tool" "$kind" "$base/$name"
    status=0
    (
        cd "$place/tree/a/b/out"
        exec env HOME="$place/home" XDG_STATE_HOME="$place/state" XDG_CONFIG_HOME="$place/config" XDG_CACHE_HOME="$place/cache" \
            XDG_RUNTIME_DIR="$place" timeout -k 2 "$limit" "${words[@]}"
    ) >/dev/null 2>&1 </dev/null || status=$?
    printf '%s\t%s\t%s\t%s\n' "$tool" "$name" "$(cd "$place/tree" && judge "$kind" "$status" ${rights[@]+"${rights[@]}"})" "$status"
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    rm -rf "$place"
}

"$origin" --table | grep -E "${1:-.}" >"$folder/table"
for tool in haul aria2c curl wget2 axel; do
    [ $tool = haul ] || command -v $tool >/dev/null || continue
    while IFS=$'\t' read -r name _ kind count; do
        while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || true; done
        try_one $tool "$name" "$kind" "$count" >>"$folder/results" &
    done <"$folder/table"
done
wait
sort "$folder/results" >"${RESULTS:-$folder/sorted}"
awk -F'\t' '
    { tools[$1]; total[$1, $3]++; all[$1]++ }
    END {
        printf "%-8s %6s %6s %6s %7s %8s %6s\n", "", "cases", "right", "wrong", "broken", "gave-up", "hung"
        for (tool in tools)
            printf "%-8s %6d %6d %6d %7d %8d %6d\n", tool, all[tool], total[tool, "right"], total[tool, "wrong"], \
                total[tool, "broken"], total[tool, "gave-up"], total[tool, "hung"]
    }' "$folder/results"
echo
awk -F'\t' '$1 == "haul" && $3 != "right" { print "haul: " $2 " " $3 " (exit " $4 ")" }' "$folder/results" | sort
