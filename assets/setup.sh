#!/bin/sh
# Installs what a fresh machine with only a Swift toolchain lacks to build Haul, then runs the command it is given:
#
#   assets/setup.sh swift build            what the build needs
#   assets/setup.sh --test swift test      also what the tests use (or HAUL_SETUP_TEST=1)
#
# Silent, and without network, when nothing is missing. Knows Debian and Ubuntu (apt), Fedora (dnf) and Arch (pacman).
set -eu

wants_tests=${HAUL_SETUP_TEST:-0}
if [ "${1-}" = --test ]; then
    wants_tests=1
    shift
fi

fail() {
    echo "setup.sh: $*" >&2
    exit 1
}

# Programs in sbin are not on everybody's PATH.
has_program() {
    PATH="$PATH:/usr/sbin:/sbin" command -v "$1" >/dev/null 2>&1
}

if has_program apt-get; then
    system=apt
    build='libcurl4-openssl-dev libncurses-dev libsqlite3-dev libtomlplusplus-dev libssl-dev zlib1g-dev libsystemd-dev pkg-config'
    tests='nginx-light tmux openssh-server vsftpd python3 dbus-daemon dbus-bin python3-dbusmock iproute2 zsh fish groff socat jq'
elif has_program dnf; then
    system=dnf
    build='libcurl-devel ncurses-devel sqlite-devel tomlplusplus-devel openssl-devel zlib-devel systemd-devel pkgconf-pkg-config'
    tests='nginx tmux openssh-server python3 dbus-daemon dbus-tools python3-dbusmock iproute zsh fish groff socat jq'
elif has_program pacman; then
    system=pacman
    build='curl ncurses sqlite tomlplusplus openssl zlib systemd-libs pkgconf'
    tests='nginx tmux openssh python dbus python-dbusmock iproute2 zsh fish groff socat jq'
else
    system=unknown
    build='libcurl ncursesw sqlite3 toml++ libcrypto zlib libsystemd pkg-config'
    tests=''
fi

is_installed() {
    case $system in
    # A package that another one provides (pkgconf for pkg-config) is not listed under its own name.
    apt) [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ] || is_there "$1" ;;
    dnf) rpm -q --whatprovides "$1" >/dev/null 2>&1 ;;
    pacman) pacman -T "$1" >/dev/null 2>&1 ;;
    *) return 1 ;;
    esac
}

# What stands for a package when it came from elsewhere: its program.
is_there() {
    case $1 in
    pkg-config | tmux | zsh | fish | python3 | groff | socat | jq) has_program "$1" ;;
    nginx-light) has_program nginx ;;
    openssh-server) has_program sshd ;;
    vsftpd) has_program vsftpd ;;
    *) return 1 ;;
    esac
}

wanted=$build
[ "$wants_tests" = 1 ] && wanted="$wanted $tests"
missing=
if [ "$system" = unknown ]; then
    # Without a known package manager the libraries themselves are asked.
    for module in libcurl ncursesw sqlite3 tomlplusplus libcrypto zlib libsystemd; do
        pkg-config --exists "$module" 2>/dev/null || missing="$missing $module"
    done
    [ -z "$missing" ] || fail "missing:$missing; install their development packages by hand (needed: $build)"
else
    for package in $wanted; do
        is_installed "$package" || missing="$missing $package"
    done
fi

if [ -n "$missing" ]; then
    as_root=
    if [ "$(id -u)" != 0 ]; then
        has_program sudo || fail "missing:$missing; install them as root (there is no sudo)"
        as_root=sudo
    fi
    echo "setup.sh: installing$missing" >&2
    # The names are words of their own on purpose. What the managers print goes to standard error: standard output is the command's.
    # shellcheck disable=SC2086
    case $system in
    apt)
        $as_root apt-get update -q >&2
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $missing >&2
        ;;
    dnf) $as_root dnf install -qy $missing >&2 ;;
    pacman) $as_root pacman -S --needed --noconfirm $missing >&2 ;;
    esac
fi

[ $# -eq 0 ] || exec "$@"
