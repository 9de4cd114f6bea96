#!/usr/bin/env bash
# Makes a node of an instance: mounts the data volume, installs etcd and the agent, starts the agent's unit.
# Runs at an instance's first boot, as root, on Amazon Linux 2023, Debian and Ubuntu; to run it again is harmless.
# The settings come before this script: AGENT_URL AGENT_SHA256 ETCD_URL ETCD_SHA256 INSTALL_DIR DATA_DIR AGENT_ENV.
set -euo pipefail
umask 022 # The agent's user reads what is installed.

say() { printf 'quorate: %s\n' "$*"; }
die() {
  printf 'quorate: ERROR: %s\n' "$*" >&2
  exit 1
}

# retried COMMAND...: the network of a new instance may need a moment.
retried() {
  local attempt
  for attempt in $(seq 1 30); do
    "$@" && return 0
    say "attempt $attempt of '$1' failed"
    sleep 5
  done
  die "gave up: $*"
}

# data_device: the one EBS volume that is not the root volume; instance storage is passed over.
data_device() {
  local root name model found=()
  root=$(lsblk -no PKNAME "$(findmnt -no SOURCE /)" | head -n 1)
  while read -r name model; do
    [ "$name" != "$root" ] || continue
    case "$name $model" in
      nvme*'Amazon Elastic Block Store'* | xvdf* | sdf*) found+=("/dev/$name") ;;
    esac
  done < <(lsblk -dno NAME,MODEL)
  [ "${#found[@]}" -eq 1 ] || { say "volumes beside the root volume: ${found[*]:-none}, expected one" >&2; return 1; }
  printf '%s\n' "${found[0]}"
}

# empty DEVICE: whether nothing was ever written there. blkid's word alone is too weak: a damaged superblock
# looks like none, and a format would make the damage final.
empty() {
  local status=0
  blkid -p "$1" >/dev/null 2>&1 || status=$?
  [ "$status" -eq 2 ] && [ "$(head -c 8388608 "$1" | tr -d '\0' | head -c 1 | wc -c)" -eq 0 ]
}

mount_data() {
  if mountpoint -q "$DATA_DIR"; then
    say "$DATA_DIR is mounted already"
    return
  fi
  local device type
  device=$(retried data_device | tail -n 1)
  if empty "$device"; then
    say "formatting $device, which is empty"
    mkfs.ext4 -q -L quorate-data "$device"
  fi
  type=$(blkid -p -s TYPE -o value "$device" || true)
  [ -n "$type" ] || die "$device holds data but no file system that is known: not formatted; look at it by hand"
  local uuid
  uuid=$(blkid -p -s UUID -o value "$device")
  mkdir -p "$DATA_DIR"
  chattr +i "$DATA_DIR" 2>/dev/null || true # Nothing is written below it while it is not mounted.
  grep -q "UUID=$uuid " /etc/fstab || echo "UUID=$uuid $DATA_DIR $type defaults,noatime,nofail,x-systemd.device-timeout=60s 0 2" >>/etc/fstab
  systemctl daemon-reload
  mount "$DATA_DIR"
}

# own_data: the agent's own user, to whom the data belongs; a volume of another instance may name another number.
own_data() {
  getent passwd quorate >/dev/null || useradd --system --user-group --home-dir / --no-create-home --shell /usr/sbin/nologin quorate
  chown -hR quorate:quorate "$DATA_DIR"
  chmod 750 "$DATA_DIR"
}

# download URL SHA256 FILE
download() {
  case "$1" in
    s3://*)
      command -v aws >/dev/null || install_aws
      retried aws s3 cp --only-show-errors "$1" "$3"
      ;;
    *) retried curl -fsSL --connect-timeout 10 --max-time 600 -o "$3" "$1" ;;
  esac
  local actual
  actual=$(sha256sum "$3" | cut -d' ' -f1)
  [ "$actual" = "$2" ] || die "$1 has the SHA-256 $actual, expected $2: refused"
}

install_aws() {
  retried apt-get -q update
  apt-get -qy install awscli || snap install aws-cli --classic || die "found no way to install the aws command"
}

# unpack_beside TARBALL FOLDER: into a new folder that then takes the old one's place.
unpack_beside() {
  rm -rf "$2.new"
  mkdir -p "$2.new"
  tar -xzf "$1" -C "$2.new" --strip-components=1 --no-same-owner
  rm -rf "$2"
  mv "$2.new" "$2"
}

install_software() {
  local work
  work=$(mktemp -d)
  download "$ETCD_URL" "$ETCD_SHA256" "$work/etcd.tar.gz"
  download "$AGENT_URL" "$AGENT_SHA256" "$work/agent.tar.gz"
  mkdir -p "$INSTALL_DIR"
  unpack_beside "$work/etcd.tar.gz" "$INSTALL_DIR/etcd"
  unpack_beside "$work/agent.tar.gz" "$INSTALL_DIR/agent"
  rm -rf "$work"
}

configure() {
  mkdir -p /etc/quorate
  (umask 077 && printf '%s\n' "$AGENT_ENV" >/etc/quorate/agent.env)
  "$INSTALL_DIR/agent/systemd/install-unit"
  systemctl daemon-reload
  systemctl enable --now quorate-agent
}

mount_data
own_data
install_software
configure
say "the agent is started; see: journalctl -u quorate-agent"
