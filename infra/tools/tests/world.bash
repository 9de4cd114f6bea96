# shellcheck shell=bash disable=SC2154 # the runner assigns here and box
# A case's own world: a PATH with no etcd, JDK, apt or brew, an empty home and cache; and what a case can expect.

# Who may be asked to download when no server was started: nobody listens there.
nowhere=http://127.0.0.1:1

make_world() {
  children=()
  settings=()
  server="$nowhere"
  mkdir -p "$box/bin" "$box/home" "$box/jdks" "$box/apt" "$box/www"
  local command at tools=()
  for command in awk basename bash cat chmod cp curl cut date dirname env find flock grep gzip head id ln ls mkdir mktemp \
    mv readlink rm sed sh sha256sum shasum sleep sort tail tar tee tr uname unzip wget; do
    if hash "$command" 2>/dev/null; then
      at=${BASH_CMDS[$command]}
      tools+=("$at")
    fi
  done
  # Each process costs more than all that a case looks at: one for all links.
  ln -s "${tools[@]}" "$box/bin/"
}

end_children() {
  local child
  for child in ${children[@]+"${children[@]}"}; do kill "$child" 2>/dev/null || true; done
}

fail() {
  echo "expected: $*"
  sed 's/^/out: /' "$box"/out* 2>/dev/null || true
  sed 's/^/words: /' "$box"/words* 2>/dev/null || true
  exit 1
}

skip() {
  echo "$*"
  exit 77
}

# in_world COMMAND...: replaces this process by the command, which sees the case's world only.
in_world() {
  exec env -i PATH="$box/bin" HOME="$box/home" TMPDIR="$box" QUORATE_TOOLS_DIR="$box/cache" \
    QUORATE_JDK_FOLDERS="$box/jdks" QUORATE_APT_ETC="$box/apt" QUORATE_OS_RELEASE="$box/os-release" \
    QUORATE_ETCD_RELEASES="$server/etcd" QUORATE_ADOPTIUM_API="$server/adoptium" \
    ${settings[@]+"${settings[@]}"} "$@"
}

# tool SCRIPT ARGUMENT...: runs a tool script; sets $code, $out, $words.
tool() {
  local script="$here/../$1"
  shift
  code=0
  (in_world "$script" "$@") >"$box/out" 2>"$box/words" </dev/null || code=$?
  out=$(cat "$box/out")
  words=$(cat "$box/words")
}

# answers LINE: it succeeded and standard output is exactly that line.
answers() {
  [ "$code" -eq 0 ] || fail "exit code 0, it was $code"
  [ "$out" = "$1" ] || fail "the answer '$1'"
}

# refuses: it failed and printed no result.
refuses() {
  [ "$code" -ne 0 ] || fail "an exit code that is not 0"
  [ -z "$out" ] || fail "no result on standard output"
}

# says TEXT...: each is somewhere in what it told the person.
says() {
  local text
  for text in "$@"; do
    case "$words" in *"$text"*) ;; *) fail "the words '$text'" ;; esac
  done
}

keeps_quiet_about() { case "$words" in *"$1"*) fail "no word of '$1'" ;; esac; }

# cache_holds NAME...: exactly these, beside locks.
cache_holds() {
  local held
  mkdir -p "$box/cache"
  held=$(find "$box/cache" -mindepth 1 -maxdepth 1 ! -name '.*.lock' -exec basename {} \; | sort | tr '\n' ' ')
  [ "${held% }" = "$*" ] || fail "the cache to hold '$*', it holds '${held% }'"
}

# await WHAT COMMAND...: until the command succeeds, at most 20 seconds.
await() {
  local what="$1" tries
  shift
  for ((tries = 0; tries < 400; tries++)); do
    if "$@"; then return 0; fi
    sleep 0.05
  done
  fail "$what within 20 seconds"
}
