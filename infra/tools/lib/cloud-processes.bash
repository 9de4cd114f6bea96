# shellcheck shell=bash
# The processes of a local cloud, found by the mark that each carries in its environment (class ProcessMark).

# cloud_processes HOME: the pids of a cloud's live processes, one a line.
cloud_processes() {
  local mark="QUORATE_CLOUD_HOME=$1"
  if [ -r /proc/self/environ ]; then
    { grep -lzxF -- "$mark" /proc/[0-9]*/environ 2>/dev/null || true; } | cut -d/ -f3
  else
    ps -Eww -ax -o pid=,command= | awk -v mark=" $mark " 'index($0 " ", mark) { print $1 }'
  fi
}

# end_cloud_processes HOME: ends them with SIGKILL, as a machine that is switched off would, and tells how many.
end_cloud_processes() {
  local pids pid round all=
  for ((round = 0; round < 100; round++)); do
    pids=$(cloud_processes "$1")
    if [ -z "$pids" ]; then
      [ -z "$all" ] || say "ended $(echo "$all" | tr ' ' '\n' | sort -u | grep -c .) processes that a killed quick start left in $1"
      return 0
    fi
    for pid in $pids; do kill -9 "$pid" 2>/dev/null || true; done
    all="$all $(echo "$pids" | tr '\n' ' ')"
    sleep 0.1
  done
  die "processes of $1 survive SIGKILL: $(echo "$pids" | tr '\n' ' ')" "Look at them with ps, and end them by hand."
}
