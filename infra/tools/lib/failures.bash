# shellcheck shell=bash disable=SC2154 # the scripts assign root
# Runs Maven's tests and, where one failed, says last which it was, where its report lies and how to run it alone.

# failed_tests MARKER: one line for each failed test of the reports that are newer than MARKER:
# module<TAB>report<TAB>class<TAB>method.
failed_tests() {
  local report
  find "$root" -path '*/target/*-reports/TEST-*.xml' -newer "$1" -type f -print 2> /dev/null | sort | while IFS= read -r report; do
    LC_ALL=C awk -v report="$report" -v root="$root/" '
      function field(name) {
        if (!match($0, " " name "=\"[^\"]*\"")) return ""
        return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
      }
      /<testcase / { class = field("classname"); method = field("name") }
      /<(failure|error)[ >]/ {
        module = substr(report, length(root) + 1)
        sub(/\/target\/.*/, "", module)
        sub(/[^A-Za-z0-9_].*/, "", method)
        line = module "\t" substr(report, length(root) + 1) "\t" class "\t" method
        if (!(line in seen)) { seen[line] = 1; print line }
      }' "$report"
  done
}

# tell_failures MARKER: for people, at the end of the output.
tell_failures() {
  local module report class method any=false
  while IFS=$'\t' read -r module report class method; do
    "$any" || say "these tests failed:"
    any=true
    # A class that is nested in a suite of end-to-end tests also runs by itself, under its own name.
    case "$class" in *Suite\$*) class=${class%.*}.${class##*\$}Test ;; esac
    say "  $class${method:+.$method}"
    say "    report: $report"
    case "$report" in
      */failsafe-reports/*) say "    alone:  infra/tools/maven verify -Pe2e-all -pl $module -am -Dtest=None -Dit.test='${class##*.}${method:+#$method}' -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false" ;;
      *) say "    alone:  infra/tools/maven test -pl $module -am -Dtest='${class##*.}${method:+#$method*}' -Dsurefire.failIfNoSpecifiedTests=false" ;;
    esac
  done < <(failed_tests "$1")
  "$any" || say "no test failed: Maven's own words are above"
}

# run_tests COMMAND...: ends the script with the command's exit code where it is not 0.
run_tests() {
  local marker result=0
  marker=$(mktemp)
  "$@" || result=$?
  [ "$result" -eq 0 ] || tell_failures "$marker"
  rm -f "$marker"
  [ "$result" -eq 0 ] || exit "$result"
}
