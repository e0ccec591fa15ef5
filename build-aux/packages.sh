# Package lists and shell functions for the scripts in this folder. Sourced, not run.
#
# SPDX-License-Identifier: GPL-3.0-or-later

build_packages="meson ninja-build pkg-config gcc g++ gettext libglib2.0-dev libgtk-4-dev
libadwaita-1-dev libgtksourceview-5-dev libmd4c-dev libsoup-3.0-dev libsecret-1-dev libgnutls28-dev libjson-glib-dev libyaml-dev
libsqlite3-dev libre2-dev libpoppler-glib-dev libpango1.0-dev libcairo2-dev desktop-file-utils
adwaita-icon-theme librsvg2-common glib-networking python3 bubblewrap"
test_packages="xvfb xauth dbus at-spi2-core fonts-cantarell fonts-dejavu-core fonts-noto-cjk python3-pydantic
xdotool imagemagick git openbox libxtst6 poppler-utils mold gnome-keyring locales"
# Only for build-aux/screenshots.
picture_packages="xcompmgr"

say() { printf '%s\n' "troupe: $*"; }

# use_system_programs: leaves out programs and libraries of other installations, such as pyenv, which could hide that a
# package is missing
use_system_programs() {
  export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
  unset PYTHONHOME PYTHONPATH VIRTUAL_ENV PKG_CONFIG_PATH LD_LIBRARY_PATH
}

# install_packages PACKAGE...: installs the missing packages; uses sudo only if it is needed
install_packages() {
  if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg-query >/dev/null 2>&1; then
    if pkg-config --exists 'gtk4 >= 4.8' 'libadwaita-1 >= 1.2' gtksourceview-5 md4c libsoup-3.0 \
         libsecret-1 gnutls json-glib-1.0 yaml-0.1 sqlite3 re2 pangocairo 2>/dev/null && command -v meson >/dev/null 2>&1; then
      return 0
    fi
    say "apt is not available. Install these packages, then run this script again:"
    cat <<'TEXT'
  Fedora:   meson gcc gcc-c++ gettext gtk4-devel libadwaita-devel gtksourceview5-devel md4c-devel libsoup3-devel
            libsecret-devel gnutls-devel json-glib-devel libyaml-devel sqlite-devel re2-devel
            desktop-file-utils glib-networking python3 bubblewrap
  Arch:     meson gcc gettext gtk4 libadwaita gtksourceview5 md4c libsoup3 libsecret gnutls json-glib libyaml
            sqlite re2 desktop-file-utils glib-networking python bubblewrap
  openSUSE: meson gcc gcc-c++ gettext-tools gtk4-devel libadwaita-devel gtksourceview5-devel md4c-devel
            libsoup-devel libsecret-devel libgnutls-devel json-glib-devel libyaml-devel sqlite3-devel re2-devel
            desktop-file-utils glib-networking python3 bubblewrap
TEXT
    return 1
  fi
  missing=
  for package in "$@"; do
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  say "installing:$missing"
  sudo=
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
      say "sudo is not available. Install the missing packages as root: apt-get install$missing"
      return 1
    fi
    sudo=sudo
  fi
  # shellcheck disable=SC2086
  $sudo apt-get update -qq &&
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing \
      >/dev/null || {
    say "could not install the packages: see the lines above"
    return 1
  }
}

# configure FOLDER [OPTION...]: sets up a build folder unless it exists
configure() {
  folder=$1
  shift
  if [ -f "$folder/build.ninja" ]; then
    return 0
  fi
  rm -rf "$folder"
  say "configuring $folder"
  meson setup "$folder" "$source_dir" "$@" >"$folder.log" 2>&1 || {
    cat "$folder.log"
    return 1
  }
  rm -f "$folder.log"
}

# build FOLDER TARGET...: builds the targets. On a terminal, ninja shows its progress; elsewhere a line every ten seconds does, and the
# output is kept in FOLDER/build.log, whose end is shown if the build fails
build() {
  folder=$1
  shift
  if [ -t 1 ]; then
    ninja -C "$folder" "$@"
    return
  fi
  # The line that is shown is that of the last step. The pause has no output of its own, which would keep a pipe open.
  : >"$folder/build.log"
  while sleep "${build_interval:-10}" >/dev/null 2>&1; do
    step=$(sed -n 's|^\[\([0-9]*\)/\([0-9]*\)\].*|building \1 of \2|p' "$folder/build.log" | tail -n 1)
    [ -z "$step" ] || say "$step"
  done &
  reporter=$!
  status=0
  ninja -C "$folder" "$@" >"$folder/build.log" 2>&1 || status=$?
  kill "$reporter" 2>/dev/null || true
  wait "$reporter" 2>/dev/null || true
  [ "$status" -eq 0 ] || tail -n 40 "$folder/build.log"
  return "$status"
}
