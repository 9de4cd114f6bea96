#!/usr/bin/env bash
# refused: a control plane serves the clusters of its own region
set -euo pipefail
sed -i 's/control_plane = module.control_plane$/control_plane = merge(module.control_plane, { region = "eu-west-1" })/' "$1/examples/minimal/main.tf"
