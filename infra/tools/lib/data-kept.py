"""Fails when a plan destroys, or replaces, what holds data. Argument: terraform show -json of the plan."""

import json
import sys

KEEPS = {
    "aws_dynamodb_table",
    "aws_s3_bucket",
    "aws_kms_key",
    "aws_ebs_volume",
    "aws_autoscaling_group",
    "aws_launch_template",
    "aws_route53_zone",
    "terraform_data",
}

with open(sys.argv[1], encoding="utf-8") as plan:
    changes = json.load(plan).get("resource_changes", [])

lost = [
    f"{change['address']}: {'/'.join(change['change']['actions'])}"
    for change in changes
    if change["type"] in KEEPS and "delete" in change["change"]["actions"]
]
changed = [change for change in changes if change["change"]["actions"] not in (["no-op"], ["read"])]
for line in lost:
    print(f"would be destroyed: {line}", file=sys.stderr)
if not changed:
    print("the plan changes nothing: the edit had no effect, so the test proves nothing", file=sys.stderr)
sys.exit(1 if lost or not changed else 0)
