# shellcheck shell=bash disable=SC2154 # the runner assigns here and box
# Which etcd find-etcd takes and refuses.

# on_path FOLDER: puts a folder of the box at the front of the case's PATH.
on_path() { settings+=("PATH=$box/$1:$box/bin"); }

test_etcd_3_5_30_is_taken() {
  fake_etcd "$box/a" 3.5.30
  on_path a
  tool find-etcd
  answers "$box/a"
}

test_etcd_3_5_1_is_refused_for_it_can_corrupt_data() {
  fake_etcd "$box/a" 3.5.1
  on_path a
  tool find-etcd
  refuses
  says "passed over $box/a: etcd 3.5.1 can corrupt data (3.5.0 to 3.5.2 do): use 3.5.3 or newer"
}

test_etcd_3_5_3_is_the_first_that_is_taken() {
  fake_etcd "$box/a" 3.5.3
  on_path a
  tool find-etcd
  answers "$box/a"
}

test_etcd_3_4_is_refused_as_too_old() {
  fake_etcd "$box/a" 3.4.23
  on_path a
  tool find-etcd
  refuses
  says "etcd 3.4.23 is too old" "infra/tools/find-etcd --install"
}

test_etcd_3_8_is_refused_as_unknown() {
  fake_etcd "$box/a" 3.8.0
  on_path a
  tool find-etcd
  refuses
  says "etcd 3.8.0 is newer than Quorate knows"
}

test_etcd_3_6_is_taken_with_a_note() {
  fake_etcd "$box/a" 3.6.1
  on_path a
  tool find-etcd --install
  answers "$box/a"
  says "note: $box/a holds a newer line than etcd 3.5"
}

test_etcd_3_5_goes_before_3_6() {
  fake_etcd "$box/a" 3.6.1
  fake_etcd "$box/b" 3.5.30
  on_path "a:$box/b"
  tool find-etcd
  answers "$box/b"
  keeps_quiet_about note
}

test_etcd_without_etcdutl_is_refused() {
  fake_etcd "$box/a" 3.5.30
  rm "$box/a/etcdutl"
  on_path a
  tool find-etcd
  refuses
  says "passed over $box/a: it has no etcdutl"
}

test_etcd_that_does_not_run_is_refused() {
  fake_etcd "$box/a" 3.5.30
  echo 'exit 126' | script "$box/a/etcd"
  on_path a
  tool find-etcd
  refuses
  says "passed over $box/a: its etcd does not run here"
}

test_etcd_dir_decides_alone() {
  fake_etcd "$box/a" 3.5.30
  fake_etcd "$box/b" 3.4.23
  on_path a
  settings+=("QUORATE_ETCD_DIR=$box/b")
  tool find-etcd --install
  refuses
  says "QUORATE_ETCD_DIR is $box/b, which is of no use"
}

test_etcd_dir_goes_before_path() {
  fake_etcd "$box/a" 3.5.30
  fake_etcd "$box/b" 3.5.16
  on_path a
  settings+=("QUORATE_ETCD_DIR=$box/b")
  tool find-etcd
  answers "$box/b"
}

test_etcd_dir_may_be_relative_the_answer_is_not() {
  fake_etcd "$box/a" 3.5.30
  settings+=(QUORATE_ETCD_DIR=a)
  cd "$box" || fail "to enter $box"
  tool find-etcd
  answers "$box/a"
}

test_etcd_exact_version_passes_over_others() {
  fake_etcd "$box/a" 3.5.30
  fake_etcd "$box/b" 3.5.16
  on_path "a:$box/b"
  tool find-etcd --version 3.5.16
  answers "$box/b"
}

test_etcd_unknown_arguments_are_refused() {
  tool find-etcd --instal
  refuses
  says "unknown argument '--instal'" "Known: --install"
  tool find-etcd --version 3.5
  refuses
  says "--version '3.5': expected three numbers"
}

test_etcd_nothing_found_names_the_way_out() {
  tool find-etcd
  refuses
  says "Run: infra/tools/find-etcd --install" "set QUORATE_ETCD_DIR to it"
  cache_holds
}
