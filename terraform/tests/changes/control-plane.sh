#!/usr/bin/env bash
# Another function, retention, no alarms, no recovery to a point in time, other tags.
set -euo pipefail
sed -i 's/^  controller_package = .*/&\n  function_memory = 1024\n  snap_start = true\n  log_retention_days = 7\n  alarms = false\n  point_in_time_recovery = false\n  deleted_snapshot_days = 30\n  tags = { team = "storage" }/' "$1/examples/minimal/main.tf"
