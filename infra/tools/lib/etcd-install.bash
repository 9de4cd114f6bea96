# shellcheck shell=bash
# Ways of installing etcd into the tool cache, tried in order: apt (another suite of the machine's own mirror), the
# official release, Homebrew. Each fills a private folder, which is renamed into place only when its etcd runs.

# The official release that is fetched when none is asked for.
etcd_release=3.5.30

etcd_methods() { echo "apt, the official release, brew"; }

# install_etcd TARGET [VERSION]
install_etcd() {
  local target="$1" wanted="$2" method work found
  if found=$(version_in "$target") && [ "$(verdict "$found")" = good ]; then
    return 0 # whoever held the lock before us has done it
  fi
  retire "$target"
  for method in apt release brew; do
    work=$(work_folder etcd)
    if "etcd_by_$method" "$work" "$wanted" && etcd_accept "$work/bin"; then
      publish "$work/bin" "$target"
      rm -rf "$work"
      say "etcd $(version_in "$target") is ready in $target"
      return 0
    fi
    rm -rf "$work"
  done
  return 1
}

# etcd_accept FOLDER: the same test as for a found one; 3.6 passes, for brew has nothing older.
etcd_accept() {
  local version reason
  version=$(version_in "$1") || { say "what was fetched is of no use: $version"; return 1; }
  reason=$(verdict "$version")
  case "$reason" in good | newer) ;; *) say "what was fetched is of no use: $reason"; return 1 ;; esac
}

etcd_by_apt() {
  local work="$1" wanted="$2" suites suite version
  apt_usable || { say "no apt here: trying the official release"; return 1; }
  suites=$(os_release VERSION_CODENAME)
  [ "$(os_release ID)" != debian ] || suites="sid forky trixie"
  for suite in $suites; do
    rm -rf "$work/apt"
    apt_open "$work/apt" "$suite" || { say "could not read suite '$suite'"; continue; }
    version=$(etcd_pick "$wanted" < <(apt_versions "$work/apt" etcd-server))
    if [ -z "$version" ]; then
      say "suite '$suite' has no etcd ${wanted:-3.5}"
    elif apt_unpack "$work/apt" "$work/unpacked" "etcd-server=$version" "etcd-client=$version"; then
      mkdir -p "$work/bin"
      mv "$work/unpacked/usr/bin/etcd" "$work/unpacked/usr/bin/etcdctl" "$work/unpacked/usr/bin/etcdutl" "$work/bin/" && return 0
    fi
  done
  return 1
}

# etcd_pick [VERSION]: of package versions on standard input (3.5.30-2), the first whose etcd version serves.
etcd_pick() {
  local package upstream picked=
  while read -r package; do
    upstream=${package#*:}
    upstream=${upstream%%[-+]*}
    if [ -z "$picked" ] && [[ "$upstream" =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] && [ "$(verdict "$upstream")" = good ]; then
      picked="$package"
    fi
  done
  echo "$picked"
}

etcd_by_release() {
  local work="$1" version="${2:-$etcd_release}" name archive base sum
  name="etcd-v$version-$(platform_os)-$(platform_arch)"
  case "$(platform_os)" in darwin) archive="$name.zip" ;; *) archive="$name.tar.gz" ;; esac
  base="${QUORATE_ETCD_RELEASES:-https://github.com/etcd-io/etcd/releases/download}/v$version"
  say "downloading $base/$archive"
  fetch "$base/SHA256SUMS" "$work/SHA256SUMS" || { say "could not download its SHA256SUMS"; return 1; }
  fetch "$base/$archive" "$work/$archive" || { say "could not download it"; return 1; }
  sum=$(awk -v file="$archive" '$2 == file { print $1 }' "$work/SHA256SUMS")
  verify_sha256 "$work/$archive" "$sum" || return 1
  case "$archive" in
    *.zip) (cd "$work" && unzip -q "$archive") >&2 || return 1 ;;
    *) tar -xzf "$work/$archive" -C "$work" >&2 || return 1 ;;
  esac
  mkdir -p "$work/bin"
  mv "$work/$name/etcd" "$work/$name/etcdctl" "$work/$name/etcdutl" "$work/bin/"
}

# Homebrew keeps its own folder; ours only points there. It has one version, the newest.
etcd_by_brew() {
  local work="$1" prefix tool
  have brew || return 1
  say "installing etcd with Homebrew"
  brew install --quiet etcd >&2 && prefix=$(brew --prefix etcd) || return 1
  mkdir -p "$work/bin"
  for tool in etcd etcdctl etcdutl; do ln -s "$prefix/bin/$tool" "$work/bin/$tool"; done
}
