#!/usr/bin/env bash
# refused: spec_file: there is no such file
set -euo pipefail
sed -i 's/^  client_cidrs .*/&\n  spec_file = "cluster.yaml"/' "$1/examples/minimal/main.tf"
