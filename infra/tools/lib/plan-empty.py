"""Fails when a plan after an apply changes anything. Argument: terraform show -json of the plan.

Passed over is only what moto_server 5 gives back otherwise than it was told, attribute by attribute.
"""

import json
import sys


def equal_json(before, after):
    return json.loads(before) == json.loads(after)


def unknown(before, after):
    return after is None


def forgotten(before, after):
    return before in (None, "") and after is not None


def without_private_zone(before, after):
    return before == [] and len(after) == 1


def alias_resolved(before, after):
    return before.rsplit(":", 1)[0] == after.rsplit(":", 1)[0]


def echoed(before, after):
    mine = [block for block in before if block["resource_type"] != "launch-template"]
    return mine == after


def version_only(before, after):
    return all(a.get("id") == b.get("id") for a, b in zip(before, after))


def none_given(before, after):
    return all(not block["capacity_reservation_target"] for block in before + after)


def invented(before, after):
    return after is None and before.rsplit(":", 1)[1] in ("role/my-auto-scaling-role", "my-queue")


FAULTS_OF_MOTO = {
    ("aws_route53_zone", "vpc"): without_private_zone,
    ("aws_lambda_event_source_mapping", "function_name"): alias_resolved,
    ("aws_sqs_queue", "redrive_policy"): equal_json,
    ("aws_launch_template", "tag_specifications"): echoed,
    ("aws_launch_template", "latest_version"): unknown,
    ("aws_launch_template", "default_version"): unknown,
    ("aws_autoscaling_group", "launch_template"): version_only,
    ("aws_autoscaling_lifecycle_hook", "role_arn"): invented,
    ("aws_autoscaling_lifecycle_hook", "notification_target_arn"): invented,
    ("aws_autoscaling_group", "capacity_reservation_specification"): none_given,
    ("aws_vpc_security_group_ingress_rule", "description"): forgotten,
    ("aws_vpc_security_group_egress_rule", "description"): forgotten,
}


def faults(change):
    before, after = change["change"]["before"], change["change"]["after"]
    if change["change"]["actions"] != ["update"]:
        return [f"{change['address']}: {'/'.join(change['change']['actions'])}"]
    found = []
    for name in sorted(set(before) | set(after)):
        old, new = before.get(name), after.get(name)
        excuse = FAULTS_OF_MOTO.get((change["type"], name))
        if old != new and not (excuse and excuse(old, new)):
            found.append(f"{change['address']}: {name} from {old!r} to {new!r}")
    return found


with open(sys.argv[1], encoding="utf-8") as plan:
    changes = json.load(plan).get("resource_changes", [])
wrong = [
    line
    for change in changes
    if change["change"]["actions"] not in (["no-op"], ["read"])
    for line in faults(change)
]
for line in wrong:
    print(f"not as it was applied: {line}", file=sys.stderr)
sys.exit(1 if wrong else 0)
