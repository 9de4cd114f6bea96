# shellcheck shell=bash disable=SC2154 # the runner assigns here and box
# What find-etcd --install does, and what it leaves behind when it fails.

test_etcd_install_without_apt_and_network_names_the_way_out() {
  tool find-etcd --install
  refuses
  says "no apt here" "could not download" "could not install etcd 3.5" "set QUORATE_ETCD_DIR to it" \
    "https://github.com/etcd-io/etcd/releases"
  cache_holds
}

test_etcd_install_without_curl_and_wget_says_so() {
  rm -f "$box/bin/curl" "$box/bin/wget"
  tool find-etcd --install
  refuses
  says "neither curl nor wget is on PATH"
}

test_etcd_install_takes_the_release() {
  serve
  publish_etcd 3.5.30
  tool find-etcd --install
  answers "$box/cache/etcd"
  says "etcd 3.5.30 is ready in $box/cache/etcd"
  cache_holds etcd
  tool find-etcd
  answers "$box/cache/etcd"
}

test_etcd_install_of_an_exact_version_leaves_the_other_alone() {
  serve
  publish_etcd 3.5.16
  fake_etcd "$box/cache/etcd" 3.5.30
  tool find-etcd --install --version 3.5.16
  answers "$box/cache/etcd-3.5.16"
  cache_holds etcd etcd-3.5.16
}

test_etcd_install_refuses_a_wrong_checksum() {
  serve
  publish_etcd 3.5.30
  sed 's/^......../00000000/' "$box/www/etcd/v3.5.30/SHA256SUMS" >"$box/sums"
  mv "$box/sums" "$box/www/etcd/v3.5.30/SHA256SUMS"
  tool find-etcd --install
  refuses
  says "the publisher lists '00000000" "refused"
  cache_holds
}

test_etcd_install_refuses_an_archive_without_checksum() {
  serve
  publish_etcd 3.5.30
  : >"$box/www/etcd/v3.5.30/SHA256SUMS"
  tool find-etcd --install
  refuses
  says "the publisher lists ''"
  cache_holds
}

test_etcd_install_refuses_a_release_that_does_not_run() {
  serve
  publish_etcd 3.5.1
  mv "$box/www/etcd/v3.5.1" "$box/www/etcd/v3.5.30"
  (cd "$box/www/etcd/v3.5.30" && for file in *3.5.1-*; do mv "$file" "${file/3.5.1-/3.5.30-}"; done \
    && sed 's/3\.5\.1-/3.5.30-/' SHA256SUMS >sums && mv sums SHA256SUMS)
  tool find-etcd --install
  refuses
  cache_holds
}

test_etcd_install_replaces_a_broken_one() {
  serve
  publish_etcd 3.5.30
  fake_etcd "$box/cache/etcd" 3.5.30
  rm "$box/cache/etcd/etcdctl"
  tool find-etcd --install
  answers "$box/cache/etcd"
  says "passed over $box/cache/etcd: it has no etcdctl" "is ready"
  cache_holds etcd
}

test_etcd_install_into_no_folder_names_the_setting() {
  : >"$box/file"
  settings+=("QUORATE_TOOLS_DIR=$box/file/cache")
  tool find-etcd --install
  refuses
  says "cannot make $box/file/cache" "Set QUORATE_TOOLS_DIR to a folder you may write."
}

test_etcd_install_killed_midway_leaves_nothing_half_installed() {
  serve
  publish_etcd 3.5.30
  stall "$(case "$(platform_os)" in darwin) echo unzip ;; *) echo tar ;; esac)"
  kill_midway find-etcd
  [ ! -e "$box/cache/etcd" ] || fail "no etcd folder after a kill midway"
  tool find-etcd
  refuses
  tool find-etcd --install
  answers "$box/cache/etcd"
  keeps_quiet_about "another install"
  cache_holds etcd
}

test_etcd_two_installs_at_once_both_succeed() {
  serve
  publish_etcd 3.5.30
  twice_at_once find-etcd "$box/cache/etcd"
  cache_holds etcd
}

test_etcd_two_installs_at_once_without_flock_both_succeed() {
  serve
  publish_etcd 3.5.30
  rm -f "$box/bin/flock"
  twice_at_once find-etcd "$box/cache/etcd"
  cache_holds etcd
}
