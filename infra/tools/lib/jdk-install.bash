# shellcheck shell=bash
# Ways of installing a JDK into the tool cache, tried in order: Temurin's own build, then apt.

# install_jdk TARGET
install_jdk() {
  local target="$1" method work
  usable "$target" && return 0 # whoever held the lock before us has done it
  retire "$target"
  for method in temurin apt; do
    work=$(work_folder jdk)
    if "jdk_by_$method" "$work" && usable "$work/home"; then
      publish "$work/home" "$target"
      rm -rf "$work"
      say "JDK $(real_version "$target") is ready in $target"
      return 0
    fi
    rm -rf "$work"
  done
  return 1
}

# The newest Temurin 25; the API names the archive and its SHA-256.
jdk_by_temurin() {
  local work="$1" os arch query package link sum javac
  case "$(platform_os)" in darwin) os=mac ;; *) os=$(platform_os) ;; esac
  [ ! -f /etc/alpine-release ] || os=alpine-linux
  case "$(platform_arch)" in amd64) arch=x64 ;; arm64) arch=aarch64 ;; *) arch=$(platform_arch) ;; esac
  query="${QUORATE_ADOPTIUM_API:-https://api.adoptium.net}/v3/assets/latest/25/hotspot"
  query="$query?architecture=$arch&image_type=jdk&os=$os&vendor=eclipse"
  say "asking $query"
  fetch "$query" "$work/answer" || { say "could not reach it"; return 1; }
  package=$(tr -d '\n' <"$work/answer" | sed -n 's/.*"package" *: *{\([^}]*\)}.*/\1/p')
  link=$(printf '%s' "$package" | sed -n 's/.*"link" *: *"\([^"]*\)".*/\1/p')
  sum=$(printf '%s' "$package" | sed -n 's/.*"checksum" *: *"\([^"]*\)".*/\1/p')
  [ -n "$link" ] && [ -n "$sum" ] || { say "its answer names no JDK 25 for $os/$arch"; return 1; }
  say "downloading $link (about 140 MB)"
  fetch "$link" "$work/jdk.tar.gz" || { say "could not download it"; return 1; }
  verify_sha256 "$work/jdk.tar.gz" "$sum" || return 1
  mkdir -p "$work/unpacked"
  tar -xzf "$work/jdk.tar.gz" -C "$work/unpacked" || return 1
  javac=$(find "$work/unpacked" -path '*/bin/javac' | head -n 1)
  [ -n "$javac" ] && mv "${javac%/bin/javac}" "$work/home"
}

# Debian's or Ubuntu's own build, unpacked into the cache.
jdk_by_apt() {
  local work="$1" suites suite number version javac
  apt_usable || { say "no apt here"; return 1; }
  suites=$(os_release VERSION_CODENAME)
  [ "$(os_release ID)" != debian ] || suites="$suites trixie sid"
  for suite in $suites; do
    rm -rf "$work/apt"
    apt_open "$work/apt" "$suite" || { say "could not read suite '$suite'"; continue; }
    for number in 25 21; do
      version=$(apt_versions "$work/apt" "openjdk-$number-jdk-headless" | head -n 1)
      [ -n "$version" ] || continue
      rm -rf "$work/unpacked" "$work/apt/debs"
      apt_unpack "$work/apt" "$work/unpacked" "openjdk-$number-jdk-headless=$version" \
        "openjdk-$number-jre-headless=$version" || continue
      javac=$(find "$work/unpacked/usr/lib/jvm" -path '*/bin/javac' | head -n 1)
      [ -n "$javac" ] || continue
      jdk_detach "$work/unpacked" "${javac%/bin/javac}" && mv "${javac%/bin/javac}" "$work/home" \
        && usable "$work/home" && jdk_trust "$work/home" && return 0
      rm -rf "${work:?}/home"
      say "the JDK $number of '$suite' does not run here"
    done
  done
  return 1
}

# jdk_detach ROOT HOME: Debian's JDK links its configuration to /etc; puts copies in the links' places.
jdk_detach() {
  local link points
  find "$2" -type l | while IFS= read -r link; do
    points=$(readlink "$link")
    case "$points" in
      /*) if [ -e "$1$points" ]; then rm "$link" && cp -R "$1$points" "$link"; fi ;;
    esac
  done
}

# jdk_trust HOME: where the machine has no Java trust store, makes one of the machine's certificates.
jdk_trust() {
  local store="$1/lib/security/cacerts" bundle
  [ ! -s "$store" ] || return 0
  for bundle in /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt; do
    [ -s "$bundle" ] || continue
    rm -f "$store"
    "$1/bin/java" "$(dirname "${BASH_SOURCE[0]}")/TrustStore.java" "$bundle" "$store" >&2
    return
  done
  say "note: this machine has no certificates (package ca-certificates): Maven may not reach its repository"
}
