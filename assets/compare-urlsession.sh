#!/usr/bin/env bash
# The known faults of FoundationNetworking's downloads, each tried with its URLSession and with BackgroundURLSession: the same program
# (Tests/FoundationFaults), the same origin on loopback, one line of difference. Prints a table. The full disk needs root, for a small tmpfs; the last
# trial fetches 2 GiB twice and takes a few minutes.
#
#   assets/compare-urlsession.sh [-c release] [FAULT...]
set -euo pipefail
cd "$(dirname "$0")/.."
build=debug
if [ "${1-}" = -c ]; then
    build=$2
    shift 2
fi
bin=$PWD/.build/$build
program=$bin/FoundationFaults
folder=$(mktemp -d)
origin=
cleanup() {
    for trial in "$folder"/*/; do
        environment "$trial" "$bin/haul" agent stop >/dev/null 2>&1 || true
        ! mountpoint -q "$trial/disk" || umount "$trial/disk"
    done
    [ -z "$origin" ] || kill "$origin" 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT

# environment FOLDER COMMAND...: everything that the command and its agent write lies in the folder.
environment() {
    local home=$1
    shift
    env HOME="$home" TMPDIR="$home/tmp" HAUL_AGENT="$bin/haul" SWIFT_BACKTRACE=enable=no XDG_STATE_HOME="$home/state" \
        XDG_CONFIG_HOME="$home/config" XDG_DATA_HOME="$home/data" XDG_CACHE_HOME="$home/cache" XDG_RUNTIME_DIR="$home/run" "$@"
}

# try SIDE FAULT: runs one trial in a folder of its own, against an origin of its own, and prints what happened.
try() {
    local home=$folder/$1-$2 disk= said status=0
    mkdir -p "$home/tmp" "$home/disk"
    mkdir -m 700 "$home/run"
    if [ "$2" = disk-full ]; then
        if [ "$(id -u)" != 0 ] || ! mount -t tmpfs -o size=8m tmpfs "$home/disk" 2>/dev/null; then
            echo "not tried: needs root"
            return
        fi
        head -c 5M /dev/zero >"$home/disk/ballast"
        # The one writes into the temporary folder, the other into its container: both are the small disk.
        disk=$home/disk
    fi
    rm -f "$folder/address"
    "$program" origin "$folder/address" &
    origin=$!
    until [ -s "$folder/address" ]; do kill -0 "$origin"; done
    said=$(environment "$home" env TMPDIR="${disk:-$home/tmp}" timeout 400 \
        "$program" "$1" "$2" "$(cat "$folder/address")" "$home" 2>"$home/errors") || status=$?
    kill "$origin"
    wait "$origin" 2>/dev/null || true
    origin=
    environment "$home" "$bin/haul" agent stop >/dev/null 2>&1 || true
    if [ "$status" != 0 ]; then
        said="the program died (status $status): $(grep -m 1 -o 'Fatal error.*' "$home/errors" | sed 's/: Error Domain.*//')"
    fi
    [ -z "$disk" ] || umount "$disk"
    rm -rf "$home/tmp"
    echo "$said"
}

faults=("$@")
[ ${#faults[@]} -gt 0 ] || faults=(suspend resume-data disk-full leftovers resource-timeout begin-date priority cut password memory)
printf '| fault | FoundationNetworking | Haul |\n| --- | --- | --- |\n'
for fault in "${faults[@]}"; do
    try foundation "$fault" >"$folder/theirs"
    try haul "$fault" >"$folder/ours"
    printf '| %s | %s | %s |\n' "$fault" "$(cat "$folder/theirs")" "$(cat "$folder/ours")"
done
