# shellcheck shell=bash disable=SC2154 # the runner assigns here and box
# Stand-ins for etcd, JDKs, their publishers and apt.

# script FILE: makes standard input an executable script.
script() {
  mkdir -p "$(dirname "$1")"
  { echo '#!/bin/sh'; cat; } >"$1"
  chmod +x "$1"
}

# fake_etcd FOLDER VERSION
fake_etcd() {
  local tool
  for tool in etcd etcdctl etcdutl; do
    printf 'echo "%s Version: %s"\necho "Git SHA: fake"\n' "$tool" "$2" | script "$1/$tool"
  done
}

# fake_jdk HOME VERSION: reports it by javac and by its release file.
fake_jdk() {
  echo "echo 'javac $2' >&2" | script "$1/bin/javac"
  echo "echo 'openjdk version \"$2\"' >&2" | script "$1/bin/java"
  echo "JAVA_VERSION=\"$2\"" >"$1/release"
}

# serve: a web server on loopback over $box/www; sets $server.
serve() {
  have python3 || skip "no python3 here to serve downloads on loopback"
  python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$box/www" >"$box/server" 2>&1 &
  children+=($!)
  await "a web server" grep -q 'port [0-9]' "$box/server"
  server="http://127.0.0.1:$(sed -n 's/.* port \([0-9][0-9]*\).*/\1/p' "$box/server" | head -n 1)"
}

# publish_etcd VERSION: an archive and its sums as etcd's releases have them.
publish_etcd() {
  local name folder
  name="etcd-v$1-$(platform_os)-$(platform_arch)"
  folder="$box/www/etcd/v$1"
  fake_etcd "$folder/$name" "$1"
  case "$(platform_os)" in
    darwin) (cd "$folder" && zip -qr "$name.zip" "$name" && shasum -a 256 "$name.zip" >SHA256SUMS) ;;
    *) (cd "$folder" && tar -czf "$name.tar.gz" "$name" && sha256sum "$name.tar.gz" >SHA256SUMS) ;;
  esac
}

# publish_jdk VERSION: an archive and the answer of Adoptium's API that names it. Wants a server.
publish_jdk() {
  local archive="$box/www/jdk.tar.gz" answer="$box/www/adoptium/v3/assets/latest/25/hotspot"
  fake_jdk "$box/unpacked/jdk-$1" "$1"
  tar -czf "$archive" -C "$box/unpacked" "jdk-$1"
  mkdir -p "$(dirname "$answer")"
  cat >"$answer" <<JSON
[ { "binary": { "package": {
      "checksum": "$(sha256_of "$archive")",
      "checksum_link": "$server/jdk.tar.gz.sha256.txt",
      "link": "$server/jdk.tar.gz",
      "name": "jdk.tar.gz" } } } ]
JSON
}

# stall COMMAND: the first run of it says so by the file $box/stalled and then waits to be killed.
stall() {
  local real
  real=$(readlink "$box/bin/$1")
  rm "$box/bin/$1"
  script "$box/bin/$1" <<SCRIPT
if [ ! -e '$box/stalled' ]; then
  for folder; do :; done
  echo half >"\$folder/half"
  : >'$box/stalled'
  exec sleep 60
fi
exec '$real' "\$@"
SCRIPT
}

# fake_apt VERSION...: an archive whose suite sid offers these versions of etcd's packages.
fake_apt() {
  printf 'ID=debian\nVERSION_CODENAME=bookworm\n' >"$box/os-release"
  echo "deb http://mirror.invalid/debian bookworm main" >"$box/apt/sources.list"
  printf '%s\n' "$@" >"$box/versions"
  script "$box/bin/apt-cache" <<SCRIPT
while read -r version; do echo "\$4 | \$version | http://mirror.invalid/debian sid/main"; done <'$box/versions'
SCRIPT
  script "$box/bin/apt-get" <<'SCRIPT'
for argument; do case "$argument" in *=*) : >"${argument%%=*}_${argument#*=}_all.deb" ;; esac; done
SCRIPT
  script "$box/bin/dpkg-deb" </dev/null
  script "$box/bin/dpkg" <<'SCRIPT'
mkdir -p "$3/usr/bin"
version=${2##*/}
version=${version#*_}
case "${2##*/}" in *etcd-server*) tools=etcd ;; *) tools="etcdctl etcdutl" ;; esac
for tool in $tools; do
  printf '#!/bin/sh\necho "%s Version: %s"\n' "$tool" "${version%%-*}" >"$3/usr/bin/$tool"
  chmod +x "$3/usr/bin/$tool"
done
SCRIPT
}
