# shellcheck shell=bash disable=SC2154 # the runner assigns here and box
# Which JDK find-jdk takes, refuses and installs.

test_jdk_17_is_refused() {
  fake_jdk "$box/jdks/a" 17.0.9
  tool find-jdk
  refuses
  says "passed over $box/jdks/a: it is JDK 17, needed is 21 or newer" "Run: infra/tools/find-jdk --install"
}

test_jdk_8_is_refused() {
  fake_jdk "$box/jdks/a" 1.8.0_402
  tool find-jdk
  refuses
}

test_jdk_25_goes_before_21_and_26() {
  fake_jdk "$box/jdks/a" 21.0.5
  fake_jdk "$box/jdks/b" 25.0.1
  fake_jdk "$box/jdks/c" 26
  tool find-jdk
  answers "$box/jdks/b"
}

test_jdk_newest_goes_before_21_where_there_is_no_25() {
  fake_jdk "$box/jdks/a" 21.0.5
  fake_jdk "$box/jdks/b" 26
  fake_jdk "$box/jdks/c" 17.0.9
  tool find-jdk
  answers "$box/jdks/b"
}

test_jdk_21_is_taken() {
  fake_jdk "$box/jdks/a" 17.0.9
  fake_jdk "$box/jdks/b" 21
  tool find-jdk
  answers "$box/jdks/b"
  keeps_quiet_about "passed over"
}

test_jdk_of_java_home_goes_before_its_equal() {
  fake_jdk "$box/jdks/a" 25.0.1
  fake_jdk "$box/mine" 25
  settings+=("JAVA_HOME=$box/mine")
  tool find-jdk
  answers "$box/mine"
}

test_jdk_without_release_file_is_asked() {
  fake_jdk "$box/jdks/a" 25.0.1
  rm "$box/jdks/a/release"
  tool find-jdk
  answers "$box/jdks/a"
}

test_jdk_that_does_not_run_is_passed_over() {
  fake_jdk "$box/jdks/a" 25.0.1
  echo 'exit 126' | script "$box/jdks/a/bin/javac"
  fake_jdk "$box/jdks/b" 21.0.5
  tool find-jdk
  answers "$box/jdks/b"
  says "passed over $box/jdks/a: its javac does not run"
}

test_jdk_that_claims_more_than_it_is_is_passed_over() {
  fake_jdk "$box/jdks/a" 17.0.9
  echo 'JAVA_VERSION="25"' >"$box/jdks/a/release"
  tool find-jdk
  refuses
  says "passed over $box/jdks/a: its javac is of version 17"
}

test_jdk_without_compiler_is_refused() {
  fake_jdk "$box/jdks/a" 25.0.1
  rm "$box/jdks/a/bin/javac"
  tool find-jdk
  refuses
}

test_jdk_of_quorate_java_home_decides_alone() {
  fake_jdk "$box/jdks/a" 25.0.1
  fake_jdk "$box/mine" 17.0.9
  settings+=("QUORATE_JAVA_HOME=$box/mine")
  tool find-jdk --install
  refuses
  says "QUORATE_JAVA_HOME is $box/mine: its javac reports '17', needed is 21 or newer"
  fake_jdk "$box/mine" 21
  tool find-jdk
  answers "$box/mine"
}

test_jdk_install_without_apt_and_network_names_the_way_out() {
  tool find-jdk --install
  refuses
  says "could not reach it" "no apt here" "could not install a JDK" "set QUORATE_JAVA_HOME to its folder"
  cache_holds
}

test_jdk_install_takes_temurin() {
  serve
  publish_jdk 25.0.1
  tool find-jdk --install
  answers "$box/cache/jdk"
  says "JDK 25 is ready"
  cache_holds jdk
  tool find-jdk
  answers "$box/cache/jdk"
}

test_jdk_install_refuses_a_wrong_checksum() {
  serve
  publish_jdk 25.0.1
  echo tampered >>"$box/www/jdk.tar.gz"
  tool find-jdk --install
  refuses
  says "checksum of jdk.tar.gz is '" "refused"
  cache_holds
}

test_jdk_install_refuses_an_answer_without_link() {
  serve
  publish_jdk 25.0.1
  echo '[]' >"$box/www/adoptium/v3/assets/latest/25/hotspot"
  tool find-jdk --install
  refuses
  says "its answer names no JDK 25"
  cache_holds
}

test_jdk_install_killed_midway_leaves_nothing_half_installed() {
  serve
  publish_jdk 25.0.1
  stall tar
  kill_midway find-jdk
  [ ! -e "$box/cache/jdk" ] || fail "no JDK folder after a kill midway"
  tool find-jdk
  refuses
  tool find-jdk --install
  answers "$box/cache/jdk"
  keeps_quiet_about "another install"
  cache_holds jdk
}

test_jdk_two_installs_at_once_both_succeed() {
  serve
  publish_jdk 25.0.1
  twice_at_once find-jdk "$box/cache/jdk"
  cache_holds jdk
}
