# shellcheck shell=bash disable=SC2154 # the runner assigns here and box
# infra/setup, infra/test and infra/tools/maven in a copy of the repository whose Maven only tells how it was called.

# copy MAVEN: a copy with fake tools, and an mvn of that version on PATH.
copy() {
  after_check="-Dmaven.compiler.useIncrementalCompilation=false -Dsurefire.excludesFile=$box/copy/infra/tools/lib/checked-tests.txt"
  mkdir -p "$box/copy/infra"
  cp -R "$here/../../tools" "$here/../../setup" "$here/../../test" "$box/copy/infra/"
  script "$box/copy/infra/tools/tests/run" <<'SCRIPT'
echo "tests of the scripts"
exit "${SCRIPTS_FAIL:-0}"
SCRIPT
  fake_jdk "$box/jdks/a" 25.0.1
  fake_etcd "$box/etcd" 3.5.30
  settings+=("QUORATE_ETCD_DIR=$box/etcd")
  script "$box/copy/infra/test-terraform" <<'SCRIPT'
echo "test-terraform $*"
SCRIPT
  script "$box/copy/infra/check" <<'SCRIPT'
echo check
exit "${CHECK_FAILS:-0}"
SCRIPT
  script "$box/copy/infra/packaging/agent-cache" <<'SCRIPT'
echo "agent-cache${*:+ }$*"
exit "${CACHE_FAILS:-0}"
SCRIPT
  script "$box/copy/mvnw" <<'SCRIPT'
echo "mvnw $*"
SCRIPT
  script "$box/bin/mvn" <<SCRIPT
case "\$1" in --version) echo 'Apache Maven $1 (fake)'; exit ;; esac
echo "mvn \$* with \$JAVA_HOME and \${QUORATE_ETCD_DIR:-no etcd}"
SCRIPT
}

# tool_of_copy SCRIPT ARGUMENT...: runs the copy's script as tool does ours.
tool_of_copy() { here="$box/copy/infra/tools/tests" tool "$@"; }

test_command_maven_takes_a_new_enough_mvn() {
  copy 3.8.6
  tool_of_copy maven verify
  answers "mvn -f $box/copy/pom.xml -B -ntp verify with $box/jdks/a and $box/etcd"
}

test_command_maven_passes_over_an_old_mvn() {
  copy 3.6.3
  tool_of_copy maven verify
  answers "mvnw -f $box/copy/pom.xml -B -ntp verify"
  says "passed over mvn 3.6.3 on PATH: needed is 3.8.6 or newer"
}

test_command_test_runs_the_default_tests() {
  copy 3.9.9
  tool_of_copy ../test -DskipTests
  answers "check
mvn -f $box/copy/pom.xml -B -ntp verify -T 2 -Dspotless.check.skip=true $after_check -DskipTests with $box/jdks/a and $box/etcd"
}

test_command_test_plans_the_terraform_modules() {
  copy 3.9.9
  tool_of_copy ../test
  answers "check
mvn -f $box/copy/pom.xml -B -ntp verify -T 2 -Dspotless.check.skip=true $after_check with $box/jdks/a and $box/etcd
test-terraform --only static
tests of the scripts"
}

test_command_test_fails_where_the_tests_of_the_scripts_fail() {
  copy 3.9.9
  settings+=(SCRIPTS_FAIL=1)
  tool_of_copy ../test
  [ "$code" -eq 1 ] || fail "exit code 1, it was $code"
  says "alone: infra/tools/tests/run"
}

test_command_test_ends_where_the_terraform_modules_fail() {
  copy 3.9.9
  # Tests that go on until they are ended.
  script "$box/bin/mvn" <<SCRIPT
case "\$1" in --version) echo 'Apache Maven 3.9.9 (fake)'; exit ;; esac
echo "\$\$" > '$box/tests'
exec tail -f /dev/null
SCRIPT
  script "$box/copy/infra/test-terraform" <<SCRIPT
until [ -s '$box/tests' ]; do sleep 0.1; done
echo "test-terraform \$*"
exit 3
SCRIPT
  tool_of_copy ../test --all
  [ "$code" -eq 3 ] || fail "exit code 3, it was $code"
  [ "$out" = "check
test-terraform --keep-state $box/copy/.quorate/terraform" ] || fail "nothing after that of Terraform, there is $out"
  says "alone: infra/test-terraform --keep-state $box/copy/.quorate/terraform"
  ! kill -0 "$(cat "$box/tests")" 2> /dev/null || fail "the tests go on"
}

# verify PROFILE: the call that runs all tests of a copy, up to what depends on the commit.
verify() { echo "mvn -f $box/copy/pom.xml -B -ntp verify -T 2 -Dspotless.check.skip=true $after_check -P$1"; }

test_command_test_all_runs_the_end_to_end_tests_too() {
  copy 3.9.9
  tool_of_copy ../test --all -o
  answers "check
$(verify e2e) -o with $box/jdks/a and $box/etcd"
}

test_command_test_everything_leaves_no_planted_bug_out() {
  copy 3.9.9
  tool_of_copy ../test --everything -o
  answers "check
$(verify e2e,e2e-all,mutation) -Dquorate.planted=all -Dquorate.etcd.seeds=20 -Dquorate.everything=true -Dquorate.foreign.events=2000 -Dquorate.replacements=10000 -Dquorate.second.crash=6 -o with $box/jdks/a and $box/etcd"
}

test_command_test_all_runs_the_same_schedules_for_each_commit() {
  copy 3.9.9
  tool_of_copy ../test --all
  answers "check
$(verify e2e) -Dquorate.hunt.from=1 -Dquorate.hunt.seeds=512 with $box/jdks/a and $box/etcd
test-terraform --keep-state $box/copy/.quorate/terraform
tests of the scripts"
}

test_command_test_everything_runs_schedules_of_the_commit() {
  copy 3.9.9
  script "$box/bin/git" <<'SCRIPT'
echo 00000000b123456789abcdef0123456789abcdef
SCRIPT
  tool_of_copy ../test --everything
  answers "check
agent-cache
$(verify e2e,e2e-all,mutation) -Dquorate.planted=all -Dquorate.etcd.seeds=20 -Dquorate.everything=true -Dquorate.foreign.events=2000 -Dquorate.replacements=10000 -Dquorate.second.crash=6 -Dquorate.hunt.from=11000000 -Dquorate.hunt.minutes=20 with $box/jdks/a and $box/etcd
test-terraform --keep-state $box/copy/.quorate/terraform
tests of the scripts"
}

test_command_test_ends_where_a_check_fails() {
  copy 3.9.9
  settings+=(CHECK_FAILS=4)
  tool_of_copy ../test -DskipTests
  [ "$code" -eq 4 ] || fail "exit code 4, it was $code"
  [ "$out" = check ] || fail "nothing after the check, there is $out"
}

test_command_test_names_the_failed_test_last() {
  copy 3.9.9
  script "$box/bin/mvn" <<SCRIPT
case "\$1" in --version) echo 'Apache Maven 3.9.9 (fake)'; exit ;; esac
mkdir -p '$box/copy/shared/target/surefire-reports'
cat > '$box/copy/shared/target/surefire-reports/TEST-io.quorate.ATest.xml' <<XML
<testsuite name="io.quorate.ATest" tests="2" failures="1">
  <testcase name="holds" classname="io.quorate.ATest" time="0.1"/>
  <testcase name="breaks(int)[1]" classname="io.quorate.ATest" time="0.1">
    <failure message="1 is not 2" type="AssertionError">text</failure>
  </testcase>
</testsuite>
XML
exit 1
SCRIPT
  tool_of_copy ../test -o
  [ "$code" -eq 1 ] || fail "exit code 1, it was $code"
  says "io.quorate.ATest.breaks" "report: shared/target/surefire-reports/TEST-io.quorate.ATest.xml" \
    "infra/tools/maven test -pl shared -am -Dtest='ATest#breaks*'"
  keeps_quiet_about "ATest.holds"
}

test_command_test_everything_goes_on_without_a_cache_that_cannot_be_made() {
  copy 3.9.9
  settings+=(CACHE_FAILS=1)
  tool_of_copy ../test --everything
  [ "$code" -eq 0 ] || fail "exit code 0, it was $code"
  says "the end-to-end tests go on without the cache"
}

test_command_build_leaves_no_jar_of_an_older_version() {
  copy 3.9.9
  mkdir -p "$box/copy/infra/simulation/target/lib"
  touch "$box/copy/infra/simulation/target/lib/"{quorate-shared-0.1.0,assertj-core-3.0.0}.jar
  tool_of_copy build infra/simulation
  [ "$code" -eq 0 ] || fail "exit code 0, it was $code"
  [ "$(ls "$box/copy/infra/simulation/target/lib")" = assertj-core-3.0.0.jar ] ||
    fail "only the library's jar, there is $(ls "$box/copy/infra/simulation/target/lib")"
}

test_command_setup_ends_with_what_to_do_next() {
  copy 3.9.9
  tool_of_copy ../setup
  [ "$code" -eq 0 ] || fail "exit code 0, it was $code"
  says "$box/jdks/a" "$box/etcd" "ready. Next: infra/test"
}

test_every_script_answers_help_at_once_and_begins_nothing() {
  local script answer
  for script in "$here"/../../*; do
    [ -f "$script" ] && [ -x "$script" ] || continue
    answer=$(timeout 20 "$script" --help 2>"$box/err") || fail "exit code 0 of $(basename "$script") --help"
    case "$answer" in *"infra/$(basename "$script")"*) ;; *) fail "its usage, $(basename "$script") said $answer" ;; esac
    [ ! -s "$box/err" ] || fail "nothing else of $(basename "$script") --help, it said $(cat "$box/err")"
  done
}
