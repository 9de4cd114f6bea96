#!/usr/bin/env bash
# refused: size: 4: expected 1, 3, 5 or 7
set -euo pipefail
sed -i 's/    etcd = .*/&\n    size = 4/' "$1/examples/minimal/main.tf"
