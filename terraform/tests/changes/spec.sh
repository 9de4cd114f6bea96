#!/usr/bin/env bash
# Another quota, another size, more timings.
set -euo pipefail
sed -i 's/    etcd = .*/    size = 5\n    etcd = { version = "3.5", quota = "3GiB" }/' "$1/examples/minimal/main.tf"
