#!/usr/bin/env bash
# Other instances: type, AMI, volume, user data, hook time-outs, and a load balancer.
set -euo pipefail
sed -i -e 's/^  client_cidrs .*/&\n  instance_type = "m6i.xlarge"\n  ami_id = "ami-12c6146b"\n  data_volume = { size = 100, iops = 6000 }\n  extra_user_data = "#!\/bin\/sh\\ntrue\\n"\n  hook_timeout_seconds = 1200\n  load_balancer = {}\n  tags = { team = "storage" }/' "$1/examples/minimal/main.tf"
