#!/usr/bin/env bash
# Compares the release build with curl and whatever other downloaders are installed, on the same work from an nginx of our own on
# loopback: processor seconds, wall seconds and peak memory, medians of several turns. Files and state lie on /dev/shm, so that the
# programs are measured and not the disk. Needs nginx, python3 and GNU time.
#
#   assets/compare.sh [TURNS] [MEBIBYTES]
set -euo pipefail
cd "$(dirname "$0")/.."
turns=${1:-5} mebibytes=${2:-1024}
haul=$PWD/.build/release/haul
export PATH=$PATH:/usr/sbin LC_ALL=C
folder=$(mktemp -d /dev/shm/haul-compare.XXXXXX)
cleanup() {
    [ ! -s "$folder/nginx.pid" ] || kill "$(cat "$folder/nginx.pid")" || true
    rm -rf "$folder"
}
trap cleanup EXIT
# The workers of an nginx that root starts are somebody else.
chmod 755 "$folder"
mkdir "$folder/origin" "$folder/out"
export HOME=$folder XDG_STATE_HOME=$folder/state
head -c "${mebibytes}M" /dev/urandom >"$folder/origin/file"
printf x >"$folder/origin/byte"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >"$folder/nginx.conf" <<NGINX
worker_processes 1; pid $folder/nginx.pid; error_log $folder/error.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; client_body_temp_path $folder/tmp;
    server { listen 127.0.0.1:$port; root $folder/origin; } }
NGINX
nginx -c "$folder/nginx.conf" -p "$folder" -e "$folder/error.log"
url=http://127.0.0.1:$port

# measure NAME WORK COMMAND...: one turn; the result must be the origin's file.
measure() {
    local name=$1 work=$2
    shift 2
    rm -rf "$folder/out"
    mkdir "$folder/out"
    /usr/bin/time -o "$folder/time" -f '%U %S %e %M' "$@" >/dev/null 2>&1
    local made
    made=$(find "$folder/out" -maxdepth 1 -type f | head -n 1)
    cmp -s "$made" "$folder/origin/$work" || { echo "$name: wrong bytes"; exit 1; }
    awk -v name="$name" -v work="$work" '{ print work, name, $1 + $2, $3, $4 }' "$folder/time" >>"$folder/results"
}

for _ in $(seq "$turns"); do
    for work in file byte; do
        measure curl $work curl -s -o "$folder/out/x" "$url/$work"
        measure haul $work "$haul" --batch -qq -x 1 -d "$folder/out" "$url/$work"
        ! command -v aria2c >/dev/null || measure aria2c $work aria2c -q -x1 -s1 --file-allocation=none -d "$folder/out" -o x "$url/$work"
        ! command -v wget2 >/dev/null || measure wget2 $work wget2 -q -O "$folder/out/x" "$url/$work"
        ! command -v axel >/dev/null || measure axel $work axel -q -n 1 -o "$folder/out/x" "$url/$work"
    done
done

python3 - "$folder/results" "$mebibytes" <<'PYTHON'
import statistics, sys
rows = {}
for line in open(sys.argv[1]):
    work, name, cpu, wall, memory = line.split()
    rows.setdefault((work, name), []).append((float(cpu), float(wall), int(memory) / 1024))
for work, title in (("file", sys.argv[2] + " MiB, 1 connection"), ("byte", "1 byte, whole run")):
    base = [statistics.median(column) for column in zip(*rows[(work, "curl")])]
    print(f"\n{title:28} CPU s   wall s  peak MiB   CPU and wall as a ratio to curl")
    for (of, name), values in rows.items():
        if of != work:
            continue
        cpu, wall, memory = (statistics.median(column) for column in zip(*values))
        print(f"{name:28} {cpu:5.2f}   {wall:6.3f}  {memory:8.1f}   {cpu / max(base[0], 0.005):4.2f}  {wall / max(base[1], 0.005):4.2f}")
PYTHON
