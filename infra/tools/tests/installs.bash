# shellcheck shell=bash disable=SC2154 # the runner assigns here and box
# Installs that are killed, and installs that run at the same time.

# kill_midway SCRIPT: starts an install, waits until its stalled command runs, kills the install's shells with
# SIGKILL; the stalled command itself lives on, as one does whose parent alone was killed.
kill_midway() {
  local pid
  (in_world "$here/../$1" --install) >"$box/out" 2>"$box/words" </dev/null &
  pid=$!
  await "the install to reach its middle" test -e "$box/stalled"
  kill_shells "$pid"
  wait "$pid" 2>/dev/null || true
}

# kill_shells PID: kills a process and its descendants; the deepest, the stalled sleep, is ended by the case's end.
kill_shells() {
  local child
  for child in $(ps -A -o pid= -o ppid= | awk -v parent="$1" '$2 == parent { print $1 }'); do
    case "$(ps -o comm= -p "$child")" in
      *sleep*) children+=("$child") ;;
      *) kill_shells "$child" ;;
    esac
  done
  kill -9 "$1" 2>/dev/null || true
}

# twice_at_once SCRIPT ANSWER
twice_at_once() {
  local first second
  (in_world "$here/../$1" --install) >"$box/out1" 2>"$box/words1" </dev/null &
  first=$!
  (in_world "$here/../$1" --install) >"$box/out2" 2>"$box/words2" </dev/null &
  second=$!
  wait "$first" || fail "the first install to succeed"
  wait "$second" || fail "the second install to succeed"
  [ "$(cat "$box/out1" "$box/out2")" = "$2"$'\n'"$2" ] || fail "both to answer $2"
}
