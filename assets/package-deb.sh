#!/bin/sh
# Makes a Debian package of the release build:
#
#   assets/package-deb.sh [--binary FILE] [FOLDER]       FOLDER, for the .deb, is .build
#
# Needs dpkg-deb. What the package depends on comes from dpkg-shlibdeps (dpkg-dev) where that is installed, with versions, and else from the packages
# that own the libraries. DEBFULLNAME and DEBEMAIL name the maintainer, SOURCE_DATE_EPOCH dates the files.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
binary=$root/.build/release/haul
output=$root/.build

fail() {
    echo "package-deb.sh: $*" >&2
    exit 1
}

if [ "${1-}" = --binary ]; then
    [ -n "${2-}" ] || fail "--binary needs a value"
    binary=$2
    shift 2
fi
case ${1-} in
-*) fail "'$1' means nothing here: package-deb.sh [--binary FILE] [FOLDER]" ;;
?*) output=$1 ;;
esac
command -v dpkg-deb >/dev/null 2>&1 || fail "there is no dpkg-deb; on Debian and Ubuntu it is always there"
[ -d "$output" ] || fail "there is no folder $output"
output=$(cd "$output" && pwd)

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
umask 022
tree=$stage/tree
mkdir -p "$tree/DEBIAN"
chmod 755 "$tree"
DESTDIR=$tree sh "$root/assets/install.sh" --prefix /usr --binary "$binary" >"$stage/log"

# Where Debian keeps these; dpkg knows itself what it installed.
documents=$tree/usr/share/doc/haul
rm "$documents/installed-folders"
mkdir -p "$tree/usr/lib/systemd" "$documents/examples"
mv "$tree/usr/share/systemd/user" "$tree/usr/lib/systemd/user"
mv "$tree/usr/share/zsh/site-functions" "$tree/usr/share/zsh/vendor-completions"
mv "$documents/config.example.toml" "$documents/examples/config.toml"
rmdir "$tree/usr/share/systemd"
gzip -9n "$tree/usr/share/man/man1/haul.1"
cp "$root/LICENSE" "$documents/copyright"
if command -v strip >/dev/null 2>&1; then
    # Debug information is most of the file, and of no use without the toolchain.
    strip --strip-unneeded --remove-section=.comment "$tree/usr/bin/haul"
fi

# The packages that own its libraries, and those of these libraries: more than it names itself, but none is missing.
owners() {
    # Libraries lie in /lib for the loader and in /usr/lib for dpkg, or the other way round.
    ldd "$1" | sed -n 's/^[[:space:]]*[^ ]* => \(\/[^ ]*\) .*/\1/p' >"$stage/libraries"
    while read -r library; do
        dpkg -S "$library" 2>/dev/null || dpkg -S "/usr$library" 2>/dev/null || dpkg -S "${library#/usr}" 2>/dev/null ||
            fail "no package owns $library"
    done <"$stage/libraries" >"$stage/owners"
    sed 's/:.*//' "$stage/owners" | sort -u | paste -sd, - | sed 's/,/, /g'
}

if command -v dpkg-shlibdeps >/dev/null 2>&1; then
    # It wants the files of a source package around it, and finds the rest in the binary.
    mkdir -p "$stage/debian"
    printf 'Source: haul\n\nPackage: haul\nArchitecture: any\n' >"$stage/debian/control"
    depends=$(cd "$stage" && dpkg-shlibdeps -O "$tree/usr/bin/haul" 2>"$stage/log") || fail "dpkg-shlibdeps: $(cat "$stage/log")"
    depends=${depends#shlibs:Depends=}
else
    depends=$(owners "$tree/usr/bin/haul")
fi
[ -n "$depends" ] || fail "what the program needs could not be told"

version=$("$binary" --version)
version=${version#haul }
architecture=$(dpkg --print-architecture)
size=$(du -sk --apparent-size "$tree/usr" | cut -f1)
cat >"$tree/DEBIAN/control" <<CONTROL
Package: haul
Version: $version
Architecture: $architecture
Maintainer: ${DEBFULLNAME:-$(id -un)} <${DEBEMAIL:-$(id -un)@localhost}>
Installed-Size: $size
Depends: $depends
Section: net
Priority: optional
Description: downloads that outlive the program that asked for them
 A background agent owns every transfer; an ncurses dashboard, shell commands
 and a batch mode are its faces. Downloads go on after a crash, a logout or a
 reboot, finished files are checked, and nothing is ever overwritten.
CONTROL
(cd "$tree" && find usr -type f -exec md5sum {} + | LC_ALL=C sort -k 2) >"$tree/DEBIAN/md5sums"
package=$output/haul_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$tree" "$package" >"$stage/log" || fail "$(cat "$stage/log")"
echo "$package"
