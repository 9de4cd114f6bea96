# shellcheck shell=bash disable=SC2154,SC2034 # the runner assigns here and box; the boot script reads the settings
# An instance's boot script, terraform/modules/etcd-cluster/scripts/boot.sh: its functions on a file in place of the
# volume, with the real blkid and mkfs, and with a mount and a systemd that only note what they were asked.

# boot CODE: runs lines with the script's functions at hand; sets $code and $words.
boot() {
  local tool
  PATH=$PATH:/sbin:/usr/sbin
  for tool in blkid mkfs.ext4; do type -P "$tool" >/dev/null || skip "no $tool on PATH"; done
  volume=$box/volume
  [ -f "$volume" ] || truncate -s 16M "$volume"
  # All but the calls at its end.
  sed '/^mount_data$/,$d' "$here/../../../terraform/modules/etcd-cluster/scripts/boot.sh" >"$box/functions.bash"
  cat >"$box/fakes.bash" <<'BASH'
DATA_DIR=$box/data INSTALL_DIR=$box/opt AGENT_ENV='QUORATE_CLUSTER=demo'
data_device() { printf '%s\n' "$volume"; }
mountpoint() { return 1; }
systemctl() { echo "systemctl $*" >>"$box/asked"; }
mount() { echo "mount $*" >>"$box/asked"; }
chattr() { :; }
grep() { if [ "${*: -1}" = /etc/fstab ]; then return 0; else command grep "$@"; fi; }
sleep() { :; }
BASH
  code=0
  export box volume
  words=$(bash -c ". '$box/functions.bash'; . '$box/fakes.bash'; $1" 2>&1) || code=$?
}

type_of() { blkid -p -s TYPE -o value "$volume"; }

test_boot_formats_an_empty_volume_once() {
  boot mount_data
  [ "$code" -eq 0 ] || fail "exit code 0, it was $code: $words"
  says "which is empty"
  [ "$(type_of)" = ext4 ] || fail "an ext4 file system"
  command grep -q "^mount $box/data" "$box/asked" || fail "a mount"
  local before
  before=$(sha256sum <"$volume")
  boot mount_data
  [ "$code" -eq 0 ] || fail "exit code 0, it was $code: $words"
  [ "$(sha256sum <"$volume")" = "$before" ] || fail "the volume as it was"
}

# What blkid does not know may be all that is left of somebody's data.
test_boot_formats_no_volume_that_holds_anything() {
  local offset
  for offset in 0 1080 5000000; do
    rm -f "$box/volume"
    truncate -s 16M "$box/volume"
    printf 'x' | dd of="$box/volume" bs=1 seek="$offset" conv=notrunc 2>/dev/null
    local before
    before=$(sha256sum <"$box/volume")
    boot mount_data
    [ "$code" -ne 0 ] || fail "a refusal of a volume with a byte at $offset"
    says "holds data but no file system that is known: not formatted"
    [ "$(sha256sum <"$box/volume")" = "$before" ] || fail "the volume as it was"
  done
}

test_boot_formats_no_volume_whose_superblock_is_damaged() {
  boot mount_data
  dd if=/dev/zero of="$box/volume" bs=1024 seek=1 count=1 conv=notrunc 2>/dev/null
  local before
  before=$(sha256sum <"$box/volume")
  boot mount_data
  [ "$code" -ne 0 ] || fail "a refusal"
  [ "$(sha256sum <"$box/volume")" = "$before" ] || fail "the volume as it was"
}

test_boot_keeps_another_file_system() {
  type -P mkfs.ext3 >/dev/null || PATH=$PATH:/sbin:/usr/sbin
  type -P mkfs.ext3 >/dev/null || skip "no mkfs.ext3 on PATH"
  truncate -s 16M "$box/volume"
  mkfs.ext3 -q "$box/volume"
  local before
  before=$(sha256sum <"$box/volume")
  boot mount_data
  [ "$code" -eq 0 ] || fail "exit code 0, it was $code: $words"
  [ "$(sha256sum <"$box/volume")" = "$before" ] || fail "the volume as it was"
}

# The fakes note what they were asked; getent knows the user once it was made.
users='getent() { [ -f "$box/user" ]; }; useradd() { touch "$box/user"; echo "useradd $*" >>"$box/asked"; }
  chown() { echo "chown $*" >>"$box/asked"; }; mkdir -p "$DATA_DIR";'

test_boot_gives_the_data_to_a_user_of_the_agents_own() {
  boot "$users own_data; own_data"
  [ "$code" -eq 0 ] || fail "exit code 0, it was $code: $words"
  [ "$(command grep -c '^useradd .* quorate$' "$box/asked")" -eq 1 ] || fail "one useradd, asked was: $(cat "$box/asked")"
  [ "$(command grep -c "^chown -hR quorate:quorate $box/data\$" "$box/asked")" -eq 2 ] || fail "the data to be given to it at each boot, asked was: $(cat "$box/asked")"
  command grep -qx User=quorate "$here/../../packaging/systemd/quorate-agent.service.in" || fail "a unit that runs as this user"
}

test_boot_refuses_a_package_with_another_checksum() {
  boot 'curl() { printf other >"${@: -2:1}"; }; download https://example.org/agent.tar.gz 0123 "$box/agent.tar.gz"'
  [ "$code" -ne 0 ] || fail "a refusal"
  says "https://example.org/agent.tar.gz has the SHA-256" "expected 0123: refused"
}

test_boot_gives_up_on_a_package_that_is_missing_and_says_which() {
  boot 'curl() { return 22; }; download https://example.org/agent.tar.gz 0123 "$box/agent.tar.gz"'
  [ "$code" -ne 0 ] || fail "a refusal"
  says "gave up: curl" "https://example.org/agent.tar.gz"
}

# disks LINES: what lsblk lists, with a root volume nvme0n1; sets $code and $words by the script's own data_device.
disks() {
  boot "unset -f data_device; . '$box/functions.bash'
    findmnt() { echo /dev/nvme0n1p1; }
    lsblk() { case \$1 in -no) echo nvme0n1 ;; *) printf '%s\n' $1 ;; esac; }
    data_device"
}

test_boot_finds_the_data_volume_beside_root_and_instance_storage() {
  disks '"nvme0n1 Amazon Elastic Block Store" "nvme1n1 Amazon EC2 NVMe Instance Storage" "nvme2n1 Amazon Elastic Block Store"'
  [ "$code" -eq 0 ] && [ "$words" = /dev/nvme2n1 ] || fail "/dev/nvme2n1, it was $words"
}

test_boot_refuses_to_choose_between_two_volumes() {
  disks '"nvme0n1 Amazon Elastic Block Store" "nvme1n1 Amazon Elastic Block Store" "nvme2n1 Amazon Elastic Block Store"'
  [ "$code" -ne 0 ] || fail "a refusal"
  says "expected one"
}
