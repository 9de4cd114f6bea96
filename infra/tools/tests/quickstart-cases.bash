# shellcheck shell=bash disable=SC2154,SC2034 # the runner assigns here, box, code and out, and reads words
# infra/quickstart in a copy of the repository whose Maven and JVM only pretend, with real processes that it has to end.

# stage: the copy, with a java that serves at once, and runs a marked process that outlives it.
stage() {
  local command at
  for command in df nohup ps rm sleep tail tee; do
    at=$(type -P "$command") && ln -sf "$at" "$box/bin/$command"
  done
  mkdir -p "$box/copy/infra"
  cp -R "$here/../../tools" "$here/../../quickstart" "$box/copy/infra/"
  fake_jdk "$box/jdks/a" 25.0.1
  fake_etcd "$box/etcd" 3.5.30
  settings+=("QUORATE_ETCD_DIR=$box/etcd" "QUORATE_QUICKSTART_HOME=$box/cloud")
  for module in infra/deployment node-agent controller-lambda infra/cli; do
    mkdir -p "$box/copy/$module/target/classes"
  done
  script "$box/bin/mvn" <<'SCRIPT'
case "$1" in --version) echo 'Apache Maven 3.9.9 (fake)'; exit ;; esac
[ -z "${SLOW_BUILD:-}" ] || { echo "$$" >"$HOME/building"; sleep 60; }
echo '[INFO] Building Quorate shared'
SCRIPT
  script "$box/jdks/a/bin/java" <<SCRIPT
case "\$*" in *QuickStart*) ;; *) exit 0 ;; esac
QUORATE_CLOUD_HOME='$box/cloud' sleep 60 &
echo "\$*" >'$box/cloud/arguments'
trap 'exit 0' TERM
echo '{"ready": true}' >'$box/cloud/ready.json'
while :; do sleep 0.1; done
SCRIPT
}

quickstart() { here="$box/copy/infra/tools/tests" tool ../quickstart "$@"; }

marked() { grep -lzxF "QUORATE_CLOUD_HOME=$box/cloud" /proc/[0-9]*/environ 2>/dev/null; }

only_with_proc() { [ -r /proc/self/environ ] || skip "no /proc here to find processes in"; }

test_quickstart_detached_prints_its_json_and_stops() {
  stage
  only_with_proc
  quickstart --detach --output json
  answers '{"ready": true}'
  says "Quorate shared" "starting in the background"
  grep -q -e '--sun-misc-unsafe-memory-access=allow' "$box/cloud/arguments" || fail "the flag that quiets a JDK 25"
  quickstart stop
  says "stopped"
  [ -z "$(marked)" ] || fail "no process left behind"
}

test_quickstart_refuses_a_second_one() {
  stage
  quickstart --detach
  quickstart --detach
  refuses
  says "a quick start already runs in $box/cloud" "infra/quickstart stop" "QUORATE_QUICKSTART_HOME"
  quickstart stop
}

test_quickstart_stop_ends_what_a_killed_one_left() {
  stage
  only_with_proc
  quickstart --detach
  kill -9 "$(cat "$box/cloud.pid")"
  await "the JVM's death" not_running "$(cat "$box/cloud.pid")"
  [ -n "$(marked)" ] || fail "something left behind"
  quickstart stop
  says "that a killed quick start left in $box/cloud"
  [ -z "$(marked)" ] || fail "no process left behind"
  quickstart stop
  says "nothing to stop"
}

test_quickstart_starts_over_what_a_killed_one_left() {
  stage
  only_with_proc
  quickstart --detach
  kill -9 "$(cat "$box/cloud.pid")"
  quickstart --detach
  answers '{"ready": true}'
  says "that a killed quick start left in $box/cloud"
  quickstart stop
}

test_quickstart_interrupted_while_it_builds_ends_the_build() {
  stage
  settings+=(SLOW_BUILD=yes)
  (in_world "$box/copy/infra/quickstart") >"$box/out" 2>"$box/words" </dev/null &
  local launcher=$!
  children+=("$launcher")
  await "a build" test -s "$box/home/building"
  kill -TERM "$(cat "$box/cloud.pid")"
  await "the launcher's end" not_running "$launcher"
  await "the build's end" not_running "$(cat "$box/home/building")"
  words=$(cat "$box/words")
  says "stopped before it served"
  [ ! -e "$box/cloud.pid" ] || fail "no pid file left"
}

test_quickstart_says_that_its_folder_cannot_be_written() {
  stage
  : >"$box/file"
  settings+=("QUORATE_QUICKSTART_HOME=$box/file/cloud")
  quickstart --detach
  refuses
  says "cannot write to $box/file/cloud" "QUORATE_QUICKSTART_HOME"
}

test_quickstart_says_that_the_disk_is_full() {
  stage
  rm "$box/bin/df"
  printf 'echo Filesystem\necho /dev/x 1000000 990000 10240 99%% /\n' | script "$box/bin/df"
  quickstart --detach
  refuses
  says "has 10 MiB free, needed are 600"
}

test_quickstart_says_what_kept_it_from_starting() {
  stage
  script "$box/jdks/a/bin/java" <<'SCRIPT'
echo "quickstart: port 4566 is taken" >&2
exit 1
SCRIPT
  quickstart --detach
  refuses
  says "it did not start:" "port 4566 is taken"
  [ ! -e "$box/cloud.pid" ] || fail "no pid file left"
}

not_running() { ! kill -0 "$1" 2>/dev/null; }
