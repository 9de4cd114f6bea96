# shellcheck shell=bash disable=SC2154 # the runner assigns here and box
# How the machine's own archive is read and used.

# mirror: what apt_mirror prints of the case's apt folder, its tabs as bars.
mirror() {
  (
    export QUORATE_APT_ETC="$box/apt" QUORATE_OS_RELEASE="$box/os-release"
    # shellcheck source=infra/tools/lib/apt.bash
    . "$here/../lib/apt.bash"
    apt_mirror | tr '\t' '|'
  )
}

same() { [ "$1" = "$2" ] || fail "'$2', it is '$1'"; }

test_apt_mirror_of_a_one_line_list() {
  echo 'VERSION_CODENAME=bookworm' >"$box/os-release"
  cat >"$box/apt/sources.list" <<'LIST'
# deb http://old.invalid/debian bookworm main
deb-src http://source.invalid/debian bookworm main
deb http://other.invalid/tool stable extra
deb [arch=amd64 signed-by=/keys/mine.gpg] http://mirror.invalid/debian bookworm main contrib # ours
LIST
  same "$(mirror | tr -s ' ')" 'http://mirror.invalid/debian| main contrib|/keys/mine.gpg'
}

test_apt_mirror_of_a_deb822_file() {
  echo 'VERSION_CODENAME="noble"' >"$box/os-release"
  mkdir -p "$box/apt/sources.list.d"
  cat >"$box/apt/sources.list.d/ubuntu.sources" <<'SOURCES'
Types: deb
URIs: http://off.invalid/ubuntu
Suites: noble
Components: main
Enabled: no

# ours
Types: deb deb-src
URIs: http://mirror.invalid/ubuntu
Suites: noble noble-updates
Components: main universe
Signed-By: /keys/ubuntu.gpg
SOURCES
  same "$(mirror)" 'http://mirror.invalid/ubuntu| main universe|/keys/ubuntu.gpg'
}

test_apt_install_of_etcd_takes_3_5_though_newer_is_offered() {
  fake_apt 3.6.1-1 3.5.30-2 3.5.16-4+b1
  tool find-etcd --install
  answers "$box/cache/etcd"
  says "etcd-server=3.5.30-2" "etcd 3.5.30 is ready"
  cache_holds etcd
}

test_apt_install_of_an_exact_etcd() {
  fake_apt 3.6.1-1 3.5.30-2 3.5.16-4+b1
  tool find-etcd --install --version 3.5.16
  answers "$box/cache/etcd-3.5.16"
  cache_holds etcd-3.5.16
}

test_apt_without_etcd_3_5_goes_on_to_the_release() {
  fake_apt 3.6.1-1
  serve
  publish_etcd 3.5.30
  tool find-etcd --install
  answers "$box/cache/etcd"
  says "suite 'sid' has no etcd 3.5" "downloading $server/etcd/v3.5.30"
}
