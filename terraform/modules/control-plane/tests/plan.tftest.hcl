mock_provider "aws" {
  mock_data "aws_region" {
    defaults = { id = "eu-central-1" }
  }
  mock_data "aws_partition" {
    defaults = { partition = "aws", dns_suffix = "amazonaws.com" }
  }
  mock_data "aws_caller_identity" {
    defaults = { account_id = "123456789012" }
  }
}

variables {
  controller_package = { file = "main.tf" } # Any file: it is hashed, not run.
}

# A plan takes seconds of processor: what does not interfere shares one.
run "defaults" {
  command = plan

  assert {
    condition     = aws_dynamodb_table.clusters.deletion_protection_enabled && aws_dynamodb_table.nodes.deletion_protection_enabled
    error_message = "The tables must refuse to be deleted."
  }
  assert {
    condition     = aws_dynamodb_table.clusters.point_in_time_recovery[0].enabled && aws_dynamodb_table.nodes.point_in_time_recovery[0].enabled
    error_message = "The tables must be restorable."
  }
  assert {
    condition     = length(aws_route53_zone.clusters) == 0 && output.zone == null && length(local.name_statements) == 0
    error_message = "Without VPCs there is no zone, and no right to any."
  }
  assert {
    condition     = !aws_s3_bucket.snapshots[0].force_destroy
    error_message = "A bucket that holds objects must refuse to be destroyed."
  }
  assert {
    # S3 takes no days and no date beside the delete marker.
    condition     = alltrue(flatten([for rule in aws_s3_bucket_lifecycle_configuration.snapshots[0].rule : [for expiration in rule.expiration : expiration.expired_object_delete_marker]]))
    error_message = "No current version may expire: an expired claim would make a cluster look new."
  }
  assert {
    condition     = aws_kms_key.bucket[0].enable_key_rotation
    error_message = "The key must rotate."
  }
  assert {
    condition     = alltrue([for name, alarm in aws_cloudwatch_metric_alarm.control_plane : endswith(alarm.alarm_description, "#${name}")])
    error_message = "Each alarm must name its runbook."
  }
  assert {
    condition     = !can(jsondecode(aws_cloudwatch_event_rule.events["group"].event_pattern).detail)
    error_message = "By default the events of every group reach the controller."
  }
  assert {
    condition     = toset(jsondecode(aws_cloudwatch_event_rule.events["instance"].event_pattern).detail.state) == toset(["stopping", "stopped", "shutting-down", "terminated"])
    error_message = "The end of an instance must reach the controller; its start is told by its agent and its group."
  }
  assert {
    condition     = !can(jsondecode(aws_cloudwatch_event_rule.events["interruption"].event_pattern).detail)
    error_message = "Warnings before an interruption have no state."
  }
  assert {
    condition     = aws_lambda_function.controller.environment[0].variables["JAVA_TOOL_OPTIONS"] == local.deployment.function.java_options
    error_message = "With 512 MiB Java's options are those of deployment.json."
  }
  assert {
    condition     = length([for name in keys(aws_lambda_function.controller.environment[0].variables) : name if startswith(name, "QUORATE_LOG_")]) == 0
    error_message = "By default the function has no setting of its log."
  }
  assert {
    condition     = aws_lambda_function.controller.reserved_concurrent_executions == -1 && length(aws_lambda_function.controller.vpc_config) == 0 && length(aws_lambda_function.controller.snap_start) == 0
    error_message = "By default no concurrency is reserved, and there is no VPC and no SnapStart."
  }
  assert {
    condition     = aws_lambda_function.controller.environment[0].variables["QUORATE_SWEEP_INVOCATIONS"] == "10"
    error_message = "By default ten invocations of the schedule may run at once."
  }
  assert {
    condition     = local.function_arn == "arn:aws:lambda:eu-central-1:123456789012:function:quorate-controller"
    error_message = "The function may invoke itself, and no other."
  }
  assert {
    condition     = length(local.vpc_statements) == 0
    error_message = "Without a VPC the function needs no right to network interfaces."
  }
  assert {
    condition     = length(aws_s3_bucket_object_lock_configuration.snapshots) == 0
    error_message = "A lock costs storage and cannot be taken back: it is a choice."
  }
  assert {
    condition     = !contains(keys(aws_lambda_function.controller.environment[0].variables), "QUORATE_METRICS") && length(local.of_clusters) == 1 && strcontains(aws_cloudwatch_dashboard.control_plane[0].dashboard_body, "SEARCH('{Quorate,FunctionName,Cluster} MetricName=\\\"Attention\\\" FunctionName=\\\"${aws_lambda_function.controller.function_name}\\\"'")
    error_message = "By default one metric of each cluster is published, and the dashboard shows it."
  }
}

run "choices" {
  command = plan

  variables {
    name                  = "storage"
    event_group_prefixes  = ["etcd-", "locks"]
    kms_key_arn           = "arn:aws:kms:eu-central-1:123456789012:key/11111111-2222-3333-4444-555555555555"
    deletion_protection   = false
    function_memory       = 1024
    function_architecture = "x86_64"
    log_level             = "debug"
    log_format            = "json"
    metrics               = "full"
    log_kms_key_arn       = "arn:aws:kms:eu-central-1:123456789012:key/11111111-2222-3333-4444-555555555555"
    reserved_concurrency  = 10
    snap_start            = true
    vpc                   = { subnet_ids = ["subnet-a"], security_group_ids = ["sg-1"] }
    object_lock           = { days = 30 }
  }

  assert {
    condition     = aws_dynamodb_table.clusters.name == "storage-clusters" && aws_lambda_function.controller.function_name == "storage-controller"
    error_message = "Every name must begin with the control plane's."
  }
  assert {
    condition     = jsondecode(aws_cloudwatch_event_rule.events["group"].event_pattern).detail.AutoScalingGroupName == [{ prefix = "etcd-" }, { prefix = "locks" }]
    error_message = "Only events of groups that begin so may reach the controller."
  }
  assert {
    condition     = !can(jsondecode(aws_cloudwatch_event_rule.events["instance"].event_pattern).detail.AutoScalingGroupName)
    error_message = "EC2's events carry no group: with one in the pattern none would match."
  }
  assert {
    condition     = length(aws_kms_key.bucket) == 0
    error_message = "With a key of one's own, none may be made."
  }
  assert {
    condition     = !aws_dynamodb_table.clusters.deletion_protection_enabled && !aws_s3_bucket.snapshots[0].force_destroy
    error_message = "Teardown takes the tables' protection away; a bucket that holds objects still refuses."
  }
  assert {
    condition     = strcontains(aws_lambda_function.controller.environment[0].variables["JAVA_TOOL_OPTIONS"], "-Xmx544m ")
    error_message = "The heap must grow with the memory."
  }
  assert {
    condition     = aws_lambda_function.controller.environment[0].variables["QUORATE_LOG_LEVEL"] == "debug" && aws_lambda_function.controller.environment[0].variables["QUORATE_LOG_FORMAT"] == "json"
    error_message = "The log's level and format must reach the function."
  }
  assert {
    condition     = aws_lambda_function.controller.environment[0].variables["QUORATE_METRICS"] == "full" && length([for widget in local.all_widgets : widget if strcontains(jsonencode(widget.metrics), "FunctionName,Cluster,Condition} MetricName=\\\"ConditionHolds\\\"")]) == 1
    error_message = "The full metrics must reach the function and the dashboard."
  }
  assert {
    condition     = aws_lambda_function.controller.environment[0].variables["QUORATE_SWEEP_INVOCATIONS"] == "6" && aws_lambda_function.controller.reserved_concurrent_executions == 10 && toset(aws_lambda_function.controller.architectures) == toset(["x86_64"]) && aws_lambda_function.controller.snap_start[0].apply_on == "PublishedVersions"
    error_message = "Concurrency, architecture and SnapStart must be as asked for, and the schedule leaves the events and Terraform their part."
  }
  assert {
    condition     = toset(aws_lambda_function.controller.vpc_config[0].subnet_ids) == toset(["subnet-a"]) && contains(local.vpc_statements[0].Action, "ec2:CreateNetworkInterface")
    error_message = "In a VPC Lambda needs the right to make network interfaces."
  }
  assert {
    condition     = aws_cloudwatch_log_group.controller.kms_key_id == "arn:aws:kms:eu-central-1:123456789012:key/11111111-2222-3333-4444-555555555555"
    error_message = "The log group must have the key."
  }
  assert {
    condition     = aws_s3_bucket_object_lock_configuration.snapshots[0].rule[0].default_retention[0].mode == "GOVERNANCE" && aws_s3_bucket_object_lock_configuration.snapshots[0].rule[0].default_retention[0].days == 30
    error_message = "New versions must be locked for the days that were asked for."
  }
}

run "bad_values" {
  command = plan

  variables {
    controller_package   = { file = "missing.zip" }
    name                 = "Storage"
    reserved_concurrency = 1
    log_level            = "verbose"
    log_format           = "xml"
    metrics              = "all"
    bucket               = { name = "our-backups", attach_policy = false }
    bucket_name          = "the-modules"
  }

  expect_failures = [var.controller_package, var.name, var.reserved_concurrency, var.log_level, var.log_format, var.metrics, var.bucket]
}

run "bad_sweep_invocations" {
  command = plan

  variables {
    sweep_invocations = 0
  }

  expect_failures = [var.sweep_invocations]
}

run "two_artifacts_and_lock_of_another_mode" {
  command = plan

  variables {
    object_lock        = { mode = "LEGAL", days = 1 }
    controller_package = { file = "main.tf", bucket = "artifacts", key = "controller.zip" }
  }

  expect_failures = [var.controller_package, var.object_lock]
}

# The documents are known at plan only where nothing in them is: hence the statements.
run "keys_in_china" {
  command = plan

  override_data {
    target = data.aws_partition.current
    values = { partition = "aws-cn", dns_suffix = "amazonaws.com.cn" }
  }

  variables {
    kms_key_arn        = "arn:aws-cn:kms:cn-north-1:123456789012:key/11111111-2222-3333-4444-555555555555"
    tables_kms_key_arn = "arn:aws-cn:kms:cn-north-1:123456789012:key/66666666-7777-8888-9999-000000000000"
  }

  assert {
    condition = toset([for statement in flatten(values(local.key_statements)) : statement.Condition.StringEquals["kms:ViaService"]]) == toset([
    "s3.eu-central-1.amazonaws.com.cn", "dynamodb.eu-central-1.amazonaws.com.cn"])
    error_message = "Each key may be used through its own service, by its name in the partition."
  }
  assert {
    condition     = alltrue([for statement in flatten(values(local.key_statements)) : toset(statement.Action) == toset(["kms:Decrypt", "kms:GenerateDataKey"])])
    error_message = "To read takes kms:Decrypt, to write kms:GenerateDataKey."
  }
}

run "own_bucket_and_role" {
  command = plan

  variables {
    bucket        = { name = "our-backups", attach_policy = false }
    region        = "eu-central-1"
    function_role = { arn = "arn:aws:iam::123456789012:role/our-controller" }
  }

  assert {
    condition     = length(aws_s3_bucket.snapshots) + length(aws_s3_bucket_versioning.snapshots) + length(aws_s3_bucket_lifecycle_configuration.snapshots) + length(aws_kms_key.bucket) == 0
    error_message = "A bucket of one's own stays as it is."
  }
  assert {
    condition     = output.bucket_arn == "arn:aws:s3:::our-backups" && aws_lambda_function.controller.environment[0].variables["QUORATE_BUCKET"] == "our-backups"
    error_message = "The function must use the given bucket."
  }
  assert {
    condition     = length(aws_s3_bucket_policy.snapshots) == 0 && strcontains(output.bucket_policy, "s3:if-none-match")
    error_message = "The owner's policy must not be replaced unasked, and the statements must be there to be merged into it."
  }
  assert {
    condition     = length(aws_iam_role.controller) + length(aws_iam_role_policy.controller) + length(aws_iam_role_policy.runtime) == 0 && aws_lambda_function.controller.role == "arn:aws:iam::123456789012:role/our-controller"
    error_message = "The function must have the given role, and none may be made."
  }
}

run "own_bucket_whose_policy_the_module_sets" {
  command = plan

  variables {
    bucket = {
      name          = "our-backups"
      attach_policy = true
      policy_documents = [
        "{\"Statement\":{\"Sid\":\"OurAudit\",\"Effect\":\"Allow\",\"Principal\":\"*\",\"Action\":\"s3:GetObject\"}}",
        "{\"Statement\":[{\"Sid\":\"CreateOnly\",\"Effect\":\"Allow\"},{\"Effect\":\"Deny\",\"Action\":\"s3:PutBucketAcl\"}]}",
      ]
    }
  }

  assert {
    condition     = aws_s3_bucket_policy.snapshots[0].bucket == "our-backups" && toset([for statement in jsondecode(local.attached_policy).Statement : try(statement.Sid, statement.Action)]) == toset(["EncryptedTransportOnly", "CreateOnly", "OnlySnapshotsMayBeDeleted", "OurAudit", "s3:PutBucketAcl"])
    error_message = "The policy must have the module's statements and the owner's."
  }
  assert {
    condition     = alltrue([for statement in jsondecode(local.attached_policy).Statement : statement.Effect == "Deny" if try(statement.Sid, "") == "CreateOnly"])
    error_message = "No statement of the owner's may take the place of the module's."
  }
}

run "provider_of_another_region" {
  command = plan

  variables {
    region = "us-east-1"
  }

  expect_failures = [data.aws_region.current]
}

run "policy_documents_that_nobody_sets" {
  command = plan

  variables {
    bucket = { name = "our-backups", attach_policy = false, policy_documents = ["{\"Statement\":[]}"] }
  }

  expect_failures = [var.bucket]
}

run "names" {
  command = plan

  variables {
    dns_zones = { Z1 = ["a.etcd.internal", "b.etcd.internal"], Z2 = ["*.example.internal"] }
  }

  assert {
    condition     = toset([for statement in local.name_statements : statement.Resource]) == toset(["arn:aws:route53:::hostedzone/Z1", "arn:aws:route53:::hostedzone/Z2"])
    error_message = "The controller may only touch the zones given."
  }
  assert {
    condition = [for statement in local.name_statements : statement.Condition["ForAllValues:StringLike"]["route53:ChangeResourceRecordSetsNormalizedRecordNames"]
    if statement.Sid == "KeepNamesInZ1"][0] == ["a.etcd.internal", "*.a.etcd.internal", "b.etcd.internal", "*.b.etcd.internal"]
    error_message = "The controller may only write its clusters' names and those below them."
  }
  assert {
    condition     = length([for statement in local.name_statements : statement if statement.Action == "route53:ChangeResourceRecordSets" && !can(statement.Condition)]) == 0
    error_message = "No right to a whole zone."
  }
}

run "a_zone_for_all_clusters" {
  command = plan

  variables {
    zone = { vpc_ids = ["vpc-1", "vpc-2"] }
  }

  override_resource {
    target          = aws_route53_zone.clusters
    override_during = plan
    values          = { zone_id = "Z9" }
  }

  assert {
    condition     = aws_route53_zone.clusters[0].name == "quorate.internal" && toset([for vpc in aws_route53_zone.clusters[0].vpc : vpc.vpc_id]) == toset(["vpc-1", "vpc-2"])
    error_message = "The zone must be private to the given VPCs."
  }
  assert {
    condition     = !aws_route53_zone.clusters[0].force_destroy
    error_message = "A zone that holds records must refuse to be destroyed until the teardown."
  }
  assert {
    condition     = output.zone == { id = "Z9", name = "quorate.internal" } && output.dns_zones == tomap({ Z9 = tolist(["*.quorate.internal"]) })
    error_message = "Clusters must learn the zone, and that the controller may keep their names in it."
  }
  assert {
    condition = [for statement in local.name_statements : statement.Condition["ForAllValues:StringLike"]["route53:ChangeResourceRecordSetsNormalizedRecordNames"]
    if statement.Sid == "KeepNamesInZ9"][0] == ["*.quorate.internal", "*.*.quorate.internal"]
    error_message = "The controller may write the names below the zone's, and not the zone's own."
  }
}

run "a_zone_of_ones_own" {
  command = plan

  variables {
    zone                = { id = "Z1", name = "etcd.internal" }
    dns_zones           = { Z1 = ["demo.example.internal"] }
    deletion_protection = false
  }

  assert {
    condition     = length(aws_route53_zone.clusters) == 0 && output.zone == { id = "Z1", name = "etcd.internal" }
    error_message = "A zone that is given must not be made."
  }
  assert {
    condition     = output.dns_zones == tomap({ Z1 = tolist(["demo.example.internal", "*.etcd.internal"]) })
    error_message = "Further names of the zone must keep their right."
  }
}

run "half_a_zone" {
  command = plan

  variables {
    zone = { id = "Z1" }
  }

  expect_failures = [var.zone]
}

run "two_zones" {
  command = plan

  variables {
    zone = { id = "Z1", name = "etcd.internal", vpc_ids = ["vpc-1"] }
  }

  expect_failures = [var.zone]
}

run "a_zone_of_one_label" {
  command = plan

  variables {
    zone = { vpc_ids = ["vpc-1"], name = "internal" }
  }

  expect_failures = [var.zone]
}

run "a_name_that_is_none" {
  command = plan

  variables {
    dns_zones = { Z1 = ["internal"] }
  }

  expect_failures = [var.dns_zones]
}

run "a_zone_that_is_none" {
  command = plan

  variables {
    dns_zones = { "example.org" = ["a.etcd.internal"] }
  }

  expect_failures = [var.dns_zones]
}
