"""Compares what Terraform created with the modules' deployment.json, from which the local deployment is made.

usage: one-world.py STATE.json MODULES-FOLDER

STATE.json is the output of `terraform show -json`. Prints each difference and exits with 1 if there is any.
"""

import base64
import json
import sys
from pathlib import Path


def resources(module):
    yield from module.get("resources", [])
    for child in module.get("child_modules", []):
        yield from resources(child)


class World:
    def __init__(self, state):
        self.all = [r for r in resources(state["values"]["root_module"]) if r["mode"] == "managed"]
        self.wrong = []
        self.compared = 0

    def of(self, type_, name=None):
        found = {
            (r.get("index") if name else r["name"]): r["values"]
            for r in self.all
            if r["type"] == type_ and name in (None, r["name"])
        }
        if not found:
            self.wrong.append(f"{type_} {name or ''}: nothing of this kind was created")
        return found

    def one(self, type_, name):
        return next(iter(self.of(type_, name).values()), {})

    def same(self, what, created, expected):
        self.compared += 1
        if created != expected:
            self.wrong.append(f"{what}: Terraform created {json.dumps(created)}, deployment.json says {json.dumps(expected)}")


def control_plane(world, told):
    names = told["names"]
    prefix = world.one("aws_dynamodb_table", "clusters").get("name", "").removesuffix(names["clusters_table"])
    full = {part: prefix + name for part, name in names.items()}

    for table, sort in (("clusters", "clusters_sort_key"), ("nodes", "nodes_sort_key")):
        made = world.one("aws_dynamodb_table", table)
        world.same(f"table {table}: name", made.get("name"), full[f"{table}_table"])
        world.same(f"table {table}: keys", [made.get("hash_key"), made.get("range_key")], [told["tables"]["partition_key"], told["tables"][sort]])
    world.same("table nodes: stream", world.one("aws_dynamodb_table", "nodes").get("stream_view_type"), told["tables"]["nodes_stream"])

    bucket = world.one("aws_s3_bucket", "snapshots").get("bucket", "")
    world.same("bucket: begins with its name", bucket.startswith(full["bucket"]), True)
    for queue, part in (("events", "queue"), ("dead_letters", "dead_letter_queue"), ("failures", "failures_queue")):
        world.same(f"queue {queue}: name", world.one("aws_sqs_queue", queue).get("name"), full[part])
    events = world.one("aws_sqs_queue", "events")
    redrive = json.loads(events.get("redrive_policy") or "{}")
    world.same("queue events: visibility", events.get("visibility_timeout_seconds"), told["queue"]["visibility_seconds"])
    world.same("queue events: receives", redrive.get("maxReceiveCount"), told["queue"]["max_receives"])
    world.same("queue events: dead letters", redrive.get("deadLetterTargetArn", "").split(":")[-1], full["dead_letter_queue"])

    function = world.one("aws_lambda_function", "controller")
    variables = function.get("environment", [{}])[0].get("variables", {})
    values = {"clusters_table": full["clusters_table"], "nodes_table": full["nodes_table"], "bucket": bucket}
    world.same("function: name", function.get("function_name"), full["function"])
    world.same("function: handler", function.get("handler"), told["function"]["handler"])
    world.same("function: timeout", function.get("timeout"), told["function"]["timeout_seconds"])
    world.same("function: Java's options", variables.get("JAVA_TOOL_OPTIONS"), told["function"]["java_options"])
    for part, variable in told["function"]["environment"].items():
        world.same(f"function: {variable}", variables.get(variable), values.get(part))
    world.same("function: retries", world.one("aws_lambda_function_event_invoke_config", "live").get("maximum_retry_attempts"), told["async"]["max_retries"])

    queue = world.one("aws_lambda_event_source_mapping", "queue")
    world.same("mapping queue: batch", queue.get("batch_size"), told["queue"]["batch_size"])
    world.same("mapping queue: concurrency", (queue.get("scaling_config") or [{}])[0].get("maximum_concurrency"), told["queue"]["concurrency"])
    stream = world.one("aws_lambda_event_source_mapping", "heartbeats")
    filters = [json.loads(f["pattern"]) for c in stream.get("filter_criteria") or [] for f in c["filter"]]
    world.same("mapping heartbeats: batch", stream.get("batch_size"), told["stream"]["batch_size"])
    world.same("mapping heartbeats: bisect", stream.get("bisect_batch_on_function_error"), told["stream"]["bisect"])
    world.same("mapping heartbeats: retries", stream.get("maximum_retry_attempts"), told["stream"]["max_retries"])
    world.same("mapping heartbeats: filter", filters, [told["stream"]["filter"]])

    rules = world.of("aws_cloudwatch_event_rule", "events")
    world.same("rules", {name: json.loads(rule["event_pattern"]) for name, rule in rules.items()}, told["events"])
    targets = world.of("aws_cloudwatch_event_target", "events")
    world.same("rules: targets", {name: target["arn"].split(":")[-1] for name, target in targets.items()}, {name: full["queue"] for name in told["events"]})
    world.same("schedule", world.one("aws_cloudwatch_event_rule", "schedule").get("schedule_expression"), told["schedule"]["expression"])


def etcd_cluster(world, told):
    group = world.one("aws_autoscaling_group", "nodes")
    tags = {tag["key"]: tag["value"] for tag in group.get("tag", []) if tag["propagate_at_launch"]}
    for field in ("min_size", "max_size", "protect_from_scale_in", "health_check_type"):
        world.same(f"group: {field}", group.get(field), told["group"][field])
    world.same("group: suspended", sorted(group.get("suspended_processes") or []), sorted(told["group"]["suspended_processes"]))
    for tag in told["tags"].values():
        world.same(f"group: tag {tag}", tag in tags, True)
    hooks = {
        name: {
            "transition": hook["lifecycle_transition"],
            "default_result": hook["default_result"],
            "heartbeat_timeout_seconds": hook["heartbeat_timeout"],
        }
        for name, hook in world.of("aws_autoscaling_lifecycle_hook", "node").items()
    }
    world.same("hooks", hooks, told["hooks"])

    user_data = base64.b64decode(world.one("aws_launch_template", "node").get("user_data", "")).decode()
    for variable in told["agent"]["environment"].values():
        world.same(f"user data: {variable}", f"\n{variable}=" in user_data or f"'{variable}=" in user_data, True)
    for folder in ("install_dir", "data_dir"):
        world.same(f"user data: {folder}", f"{folder.upper()}='{told['agent'][folder]}'" in user_data, True)


def main(state, modules):
    world = World(json.loads(Path(state).read_text()))
    control_plane(world, json.loads((Path(modules) / "control-plane/deployment.json").read_text()))
    etcd_cluster(world, json.loads((Path(modules) / "etcd-cluster/deployment.json").read_text()))
    for difference in world.wrong:
        print(difference, file=sys.stderr)
    print(f"one world: {world.compared} settings compared, {len(world.wrong)} differ")
    return 1 if world.wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
