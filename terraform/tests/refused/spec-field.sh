#!/usr/bin/env bash
# refused: timings.heartbeatIntervall: "5s": unknown field
set -euo pipefail
sed -i 's/    etcd = .*/&\n    timings = { heartbeatIntervall = "5s" }/' "$1/examples/minimal/main.tf"
