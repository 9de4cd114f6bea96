#!/usr/bin/env bash
# A new release: another package of the agent, another etcd.
set -euo pipefail
sed -i 's/^  agent_package = .*/  agent_package = { url = "s3:\/\/quorate-artifacts\/agent-2.tar.gz", sha256 = "1111111111111111111111111111111111111111111111111111111111111111" }/; s/^  etcd_package  = .*/  etcd_package  = { version = "3.5.22", sha256 = var.etcd_sha256 }/' "$1/examples/minimal/main.tf"
