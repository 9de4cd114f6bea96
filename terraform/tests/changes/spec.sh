#!/usr/bin/env bash
# Another quota, another size.
# warned: size: the spec says 5, the group demo wishes 3. Terraform sets the group's desired capacity only when it makes the group
set -euo pipefail
sed -i 's/    etcd = .*/    size = 5\n    etcd = { version = "3.5", quota = "3GiB" }/' "$1/examples/minimal/main.tf"
