# shellcheck shell=bash
# What the tool scripts share: words to the person, the tool cache, safe downloads, atomic installs.
# Only a result goes to standard output; everything for people goes to standard error.

say() { printf 'quorate: %s\n' "$*" >&2; }

# Ends the script with a message: what is wrong, then one line for each way out.
die() {
  printf 'quorate: ERROR: %s\n' "$1" >&2
  shift
  [ $# -eq 0 ] || printf '  %s\n' "$@" >&2
  exit 1
}

# The help of the script that runs: the comment that it begins with.
print_help() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "$0"; }

# usage_error MESSAGE LINE...: ends the script: which argument is wrong, then the usage.
usage_error() {
  say "ERROR: $1"
  shift
  [ $# -eq 0 ] || printf '%s\n' "$@" >&2
  exit 2
}

# The folder of installed tools. Clones on one machine share it, so that a fresh clone starts quickly.
tools_dir() { absolute "${QUORATE_TOOLS_DIR:-${XDG_CACHE_HOME:-${HOME:-/tmp/quorate-$(id -u)}/.cache}/quorate/tools}"; }

# absolute PATH: the build runs in other folders than the person who gave the path.
absolute() { case "$1" in /*) printf '%s\n' "$1" ;; *) printf '%s\n' "$PWD/$1" ;; esac; }

have() { command -v "$1" >/dev/null 2>&1; }

platform_os() {
  case "$(uname -s)" in
    Linux) echo linux ;;
    Darwin) echo darwin ;;
    *) uname -s ;;
  esac
}

platform_arch() {
  case "$(uname -m)" in
    x86_64 | amd64) echo amd64 ;;
    aarch64 | arm64) echo arm64 ;;
    *) uname -m ;;
  esac
}

# fetch URL FILE: downloads with bounds on time; fails without output when it cannot.
fetch() {
  if have curl; then
    curl -fsSL --retry 2 --connect-timeout 10 --max-time 900 -o "$2" "$1" >&2
  elif have wget; then
    wget -q --tries=3 --connect-timeout=10 --read-timeout=60 -O "$2" "$1" >&2
  else
    say "neither curl nor wget is on PATH: cannot download $1"
    return 1
  fi
}

sha256_of() {
  if have sha256sum; then sha256sum "$1" | cut -d' ' -f1; else shasum -a 256 "$1" | cut -d' ' -f1; fi
}

# verify_sha256 FILE EXPECTED: refuses a download that is not what its publisher listed.
verify_sha256() {
  local actual
  actual=$(sha256_of "$1")
  [ "$actual" = "$2" ] && [ -n "$2" ] && return 0
  say "checksum of $(basename "$1") is '$actual', the publisher lists '$2': refused. Try again; if it stays," \
    "something on the way (a proxy?) alters downloads."
  return 1
}

# work_folder NAME: makes a private folder beside the target, on the same filesystem, so that publish can rename.
work_folder() {
  mkdir -p "$(tools_dir)"
  mktemp -d "$(tools_dir)/.$1.XXXXXX"
}

# publish FOLDER TARGET: renames a finished folder into place; a kill before it leaves nothing half-installed.
# If another install won the race, its result stands and ours is dropped.
publish() {
  local nested
  nested="$2/$(basename "$1")"
  chmod 755 "$1"
  if [ ! -e "$2" ]; then mv "$1" "$2"; else rm -rf "$1"; fi
  rm -rf "$nested"
}

# retire TARGET: takes an unusable install out of the way by one rename, then deletes it.
retire() {
  [ -e "$1" ] || return 0
  local grave
  grave=$(work_folder "$(basename "$1")")
  mv "$1" "$grave/"
  rm -rf "$grave"
}

# one_at_a_time NAME COMMAND...: runs the command under a lock that the kernel drops when we die. Without flock
# (macOS) two installs merely do the work twice: publish keeps one.
one_at_a_time() {
  local name="$1"
  shift
  mkdir -p "$(tools_dir)" || die "cannot make $(tools_dir)" "Set QUORATE_TOOLS_DIR to a folder you may write."
  have flock || { "$@"; return; }
  (
    if ! flock -n 9; then
      say "another install of $name is under way: waiting for it"
      flock -w 900 9 || die "the other install of $name has not ended within 15 minutes" \
        "See what holds $(tools_dir)/.$name.lock (fuser names it), then try again."
    fi
    rm -rf "$(tools_dir)/.$name"*.?????? # what installs left behind that were killed
    "$@" 9>&- # else a download that outlives us would hold the lock
  ) 9>"$(tools_dir)/.$name.lock"
}
