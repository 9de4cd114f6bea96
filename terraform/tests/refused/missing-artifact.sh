#!/usr/bin/env bash
# refused: controller_package.file: there is no such file
set -euo pipefail
sed -i 's/file = var.controller_zip/file = "missing.zip"/' "$1/examples/minimal/main.tf"
