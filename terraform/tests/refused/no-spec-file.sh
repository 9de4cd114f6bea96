#!/usr/bin/env bash
# refused: spec_file: expected either
set -euo pipefail
sed -i 's/^  client_cidrs .*/&\n  spec_file = "cluster.yaml"/' "$1/examples/minimal/main.tf"
