#!/usr/bin/env bash
# Compares what full-screen displays cost: Haul's dashboard on twelve limited downloads, `aria2p top` on the same twelve of an aria2c, and
# btop, each on a terminal device of 120x40 of its own, all at the same time. Processor time of the display alone (the agent and aria2c are
# told apart), and the bytes that it sends to its terminal, medians of several turns. Needs nginx, python3; shows what is installed of
# aria2c with aria2p, and btop.
#
#   assets/compare-dashboard.sh [TURNS] [SECONDS]
set -euo pipefail
cd "$(dirname "$0")/.."
turns=${1:-3} seconds=${2:-20}
haul=$PWD/.build/release/haul
export PATH=$PATH:/usr/sbin LC_ALL=C.UTF-8
folder=$(mktemp -d /dev/shm/haul-compare.XXXXXX)
aria2=
cleanup() {
    "$haul" agent stop >/dev/null 2>&1 || true
    if [ -n "$aria2" ]; then kill "$aria2" && wait "$aria2" || true; fi
    [ ! -s "$folder/nginx.pid" ] || kill "$(cat "$folder/nginx.pid")" || true
    rm -rf "$folder"
}
trap cleanup EXIT
chmod 755 "$folder"
mkdir -p "$folder/origin" "$folder/out" "$folder/config/haul"
mkdir -m 700 "$folder/run"
export HOME=$folder XDG_STATE_HOME=$folder/state XDG_CONFIG_HOME=$folder/config XDG_CACHE_HOME=$folder/cache XDG_RUNTIME_DIR=$folder/run
# Enough for ten minutes; the files take twelve times as much of memory, since Haul preallocates them.
truncate -s 160M "$folder/origin/file"
port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=$(port) rpc=$(port)
cat >"$folder/nginx.conf" <<NGINX
worker_processes 1; pid $folder/nginx.pid; error_log $folder/error.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; limit_rate 256k; client_body_temp_path $folder/tmp;
    server { listen 127.0.0.1:$port; location / { root $folder; rewrite ^ /origin/file break; } } }
NGINX
nginx -c "$folder/nginx.conf" -p "$folder" -e "$folder/error.log"
cat >"$folder/config/haul/config.toml" <<TOML
documents.directory = "$folder/out"
downloads.max_concurrent = 12
downloads.max_connections = 1
downloads.max_connections_per_host = 12
TOML
urls=()
for number in $(seq 12); do urls+=("http://127.0.0.1:$port/file-$number.bin"); done
"$haul" add "${urls[@]}" >/dev/null
displays=("haul=$haul")
if command -v aria2c >/dev/null && command -v aria2p >/dev/null; then
    aria2c -q --enable-rpc --rpc-listen-port="$rpc" -j12 -x1 -s1 --file-allocation=none -d "$folder/aria2" -Z "${urls[@]}" &
    aria2=$!
    displays+=("aria2p top=aria2p -p $rpc top")
fi
! command -v btop >/dev/null || displays+=("btop=btop")

python3 - "$turns" "$seconds" "${displays[@]}" <<'PYTHON'
import fcntl, os, pty, select, signal, statistics, struct, sys, termios, time

turns, seconds = int(sys.argv[1]), float(sys.argv[2])
displays = [word.split("=", 1) for word in sys.argv[3:]]


def start(command):
    pid, master = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        time.sleep(0.2)
        os.execvp(command.split()[0], command.split())
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    return pid, master


def used(pid):
    """Seconds on a processor, of all threads: in nanoseconds, where the ticks of /proc/pid/stat are too coarse for what costs little."""
    tasks = f"/proc/{pid}/task"
    return sum(int(open(f"{tasks}/{thread}/schedstat").read().split()[0]) for thread in os.listdir(tasks)) / 1e9


def drain(masters, until):
    count = dict.fromkeys(masters, 0)
    while (left := until - time.monotonic()) > 0:
        for master in select.select(masters, [], [], left)[0]:
            try:
                count[master] += len(os.read(master, 1 << 16))
            except OSError:
                sys.exit("one of the displays has ended")
    return count


results = {name: [] for name, _ in displays}
for _ in range(turns):
    running = [(name, *start(command)) for name, command in displays]
    masters = [master for _, _, master in running]
    drain(masters, time.monotonic() + 6)
    before = [used(pid) for _, pid, _ in running]
    begin = time.monotonic()
    count = drain(masters, begin + seconds)
    passed = time.monotonic() - begin
    for (name, pid, master), start_use in zip(running, before):
        results[name].append(((used(pid) - start_use) / passed * 100, count[master] / passed / 1024))
    for _, pid, master in running:
        os.kill(pid, signal.SIGTERM)
        os.close(master)
        os.waitpid(pid, 0)

base = statistics.median(cpu for cpu, _ in results["haul"])
print(f"{'12 downloads, 120x40':22} CPU %   KiB/s   CPU as a ratio to haul")
for name, values in results.items():
    cpu, rate = (statistics.median(column) for column in zip(*values))
    print(f"{name:22} {cpu:5.2f}  {rate:6.2f}   {cpu / max(base, 0.01):6.1f}")
PYTHON
