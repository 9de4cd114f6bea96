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

# refused WORDS ARGUMENT...: a wrong option, told with the usage before anything was touched.
refused() {
  local wanted="$1"
  shift
  quickstart "$@"
  [ "$code" -eq 2 ] || fail "exit code 2 of $*, it was $code"
  [ -z "$out" ] || fail "no result on standard output"
  says "$wanted" "usage: infra/quickstart" "infra/quickstart --help"
  [ "$(cat "$box/cloud/state")" = "the last run" ] || fail "the last run's folder untouched"
  [ ! -e "$box/cloud.pid" ] || fail "no pid file"
}

test_quickstart_reads_its_options_before_it_touches_the_last_run() {
  stage
  mkdir -p "$box/cloud"
  echo "the last run" >"$box/cloud/state"
  refused "unknown option '--bogus'" --bogus
  refused "unknown option '--bogus'" --detach --nodes 3 --bogus
  refused "unknown command 'start'" start
  refused "--nodes is '4', expected 1, 3, 5 or 7" --nodes 4
  refused "--nodes needs a value" --detach --nodes
  refused "--port is '70000', expected 0 to 65535" --port=70000
  refused "--port is 'http', expected 0 to 65535" --port http
  refused "--address-block is '252', expected 0 to 251" --address-block 252
  refused "--cluster is 'A_b', expected 1 to 40 lower-case" --cluster A_b
  refused "--output is 'xml', expected text or json" --output=xml
  refused "--log-format is 'xml', expected text or json" --log-format xml
  refused "--log-level is 'loud', expected error, warn, info, debug or trace" --log-level=loud
  settings+=(QUORATE_LOG_FORMAT=xml)
  refused "QUORATE_LOG_FORMAT is 'xml', expected text or json"
  settings+=(QUORATE_LOG_FORMAT= QUORATE_LOG_LEVEL=off)
  refused "QUORATE_LOG_LEVEL is 'off', expected error, warn, info, debug or trace" --log-format json
  settings+=(QUORATE_LOG_LEVEL=)
  refused "--agent is 'none', expected an executable file beside quorate-node-agent.jar" --agent none
  refused "--auth knows users by their certificates, which --plain does without" --tour --auth --plain
  settings+=("QUORATE_ETCD_DIRS=$box/etcd:$box/none")
  refused "QUORATE_ETCD_DIRS lists '$box/none', expected folders with etcd and etcdutl" --tour
  settings+=(QUORATE_ETCD_DIRS=)
  refused "stop takes no option" stop --detach
  refused "stop takes no option" stop --observe
}

test_quickstart_help_is_an_answer_and_touches_nothing() {
  stage
  mkdir -p "$box/cloud"
  echo "the last run" >"$box/cloud/state"
  quickstart --help
  [ "$code" -eq 0 ] || fail "exit code 0, it was $code"
  case "$out" in *"--address-block N"*"Exit code 2"*) ;; *) fail "every option and the exit code" ;; esac
  [ -e "$box/cloud/state" ] || fail "the last run's folder untouched"
}

test_quickstart_passes_its_options_on() {
  stage
  mkdir "$box/unpacked"
  touch "$box/unpacked/quorate-node-agent.jar"
  script "$box/unpacked/quorate-agent" </dev/null
  quickstart --detach --plain --nodes 5 --port=0 --cluster a-1 --address-block 251 --agent "$box/unpacked/quorate-agent" --log-format=json --log-level debug --output=json
  answers '{"ready": true}'
  grep -q -e "--plain --nodes 5 --port 0 --cluster a-1 --address-block 251 --agent $box/unpacked/quorate-agent --log-format json --log-level debug --output json\$" "$box/cloud/arguments" \
    || fail "the options, they were $(cat "$box/cloud/arguments")"
  quickstart stop
}

test_quickstart_passes_access_control_on() {
  stage
  quickstart --detach --auth --output json
  answers '{"ready": true}'
  grep -q -e "--auth --output json\$" "$box/cloud/arguments" || fail "the option, they were $(cat "$box/cloud/arguments")"
  quickstart stop
}

test_quickstart_observes_with_the_prometheus_that_is_installed() {
  stage
  mkdir "$box/prometheus"
  script "$box/prometheus/prometheus" </dev/null
  script "$box/prometheus/promtool" </dev/null
  settings+=("QUORATE_PROMETHEUS_DIR=$box/prometheus")
  quickstart --detach --observe --output json
  answers '{"ready": true}'
  grep -q -e "--prometheus $box/prometheus" "$box/cloud/arguments" || fail "its folder, it was $(cat "$box/cloud/arguments")"
  quickstart stop
}

test_quickstart_without_prometheus_says_so_and_touches_nothing() {
  stage
  mkdir -p "$box/cloud"
  echo "the last run" >"$box/cloud/state"
  quickstart --detach --observe
  [ "$code" -eq 1 ] || fail "exit code 1, it was $code"
  says "found no prometheus and promtool" "infra/tools/find-prometheus --install" "--observe needs Prometheus, and nothing was started"
  [ "$(cat "$box/cloud/state")" = "the last run" ] || fail "the last run's folder untouched"
  [ ! -e "$box/cloud.pid" ] || fail "no pid file"
}

test_quickstart_detached_tells_of_the_guide_and_of_what_stops_it() {
  stage
  quickstart --detach
  says "what to try is in $box/cloud/guide.txt" "stop it with: QUORATE_QUICKSTART_HOME='$box/cloud' infra/quickstart stop"
  quickstart stop
}

test_quickstart_stop_tells_what_it_waits_for() {
  stage
  only_with_proc
  sed -i "s/trap 'exit 0' TERM/trap 'sleep 3; exit 0' TERM/" "$box/jdks/a/bin/java"
  quickstart --detach
  quickstart stop
  says "stopping the quick start, process" "and 1 processes of its cloud" "still stopping" "stopped"
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
