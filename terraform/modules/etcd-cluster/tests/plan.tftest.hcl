mock_provider "aws" {
  mock_data "aws_region" {
    defaults = { name = "eu-central-1" }
  }
  mock_data "aws_partition" {
    defaults = { partition = "aws", dns_suffix = "amazonaws.com" }
  }
  mock_data "aws_caller_identity" {
    defaults = { account_id = "123456789012" }
  }
  mock_resource "aws_launch_template" {
    defaults = { id = "lt-0123456789abcdef0", latest_version = 1 }
  }
}

variables {
  control_plane = {
    name               = "quorate"
    region             = "eu-central-1"
    account_id         = "123456789012"
    clusters_table     = "quorate-clusters"
    clusters_table_arn = "arn:aws:dynamodb:eu-central-1:123456789012:table/quorate-clusters"
    nodes_table        = "quorate-nodes"
    nodes_table_arn    = "arn:aws:dynamodb:eu-central-1:123456789012:table/quorate-nodes"
    bucket             = "quorate-snapshots"
    bucket_arn         = "arn:aws:s3:::quorate-snapshots"
    function_name      = "quorate-controller"
    function_alias     = "live"
  }
  spec          = { name = "demo", etcd = { version = "3.5" } }
  vpc_id        = "vpc-1"
  subnet_ids    = ["subnet-a", "subnet-b", "subnet-c"]
  client_cidrs  = ["10.0.0.0/16"]
  agent_package = { url = "s3://artifacts/agent.tar.gz", sha256 = "0000000000000000000000000000000000000000000000000000000000000000" }
  etcd_package  = { sha256 = "0000000000000000000000000000000000000000000000000000000000000000" }
}

run "defaults" {
  command = plan

  assert {
    condition     = toset([for hook in aws_autoscaling_group.nodes.initial_lifecycle_hook : hook.name]) == toset(["quorate-launch", "quorate-terminate"])
    error_message = "Both hooks must be there when the group is made: a later hook misses the first instances."
  }
  assert {
    condition     = toset(aws_autoscaling_group.nodes.suspended_processes) == toset(["AZRebalance", "ReplaceUnhealthy"])
    error_message = "Auto Scaling must not terminate members by itself."
  }
  assert {
    condition     = aws_autoscaling_group.nodes.protect_from_scale_in && aws_autoscaling_group.nodes.desired_capacity == 3
    error_message = "Three instances, each protected from scale-in."
  }
  assert {
    condition     = aws_launch_template.node[0].metadata_options[0].http_tokens == "required" && aws_launch_template.node[0].metadata_options[0].http_put_response_hop_limit == 1
    error_message = "Instance metadata only by IMDSv2, one hop."
  }
  assert {
    condition     = alltrue([for mapping in aws_launch_template.node[0].block_device_mappings : mapping.ebs[0].encrypted == "true"])
    error_message = "Every volume must be encrypted."
  }
  assert {
    condition     = toset([for rule in aws_vpc_security_group_ingress_rule.node : rule.cidr_ipv4 if rule.cidr_ipv4 != null]) == toset(["10.0.0.0/16"])
    error_message = "Only the given clients may connect from outside."
  }
}

run "packages_of_s3" {
  command = plan

  variables {
    etcd_package = { sha256 = "1111111111111111111111111111111111111111111111111111111111111111", url = "s3://artifacts/etcd.tar.gz" }
  }

  assert {
    condition = anytrue([for statement in local.machine_statements :
    statement.Sid == "FetchPackages" && toset(statement.Resource) == toset(["arn:aws:s3:::artifacts/agent.tar.gz", "arn:aws:s3:::artifacts/etcd.tar.gz"])])
    error_message = "An instance may fetch both packages, and nothing else of their bucket."
  }
}

run "no_load_balancer" {
  command = plan

  variables {
    load_balancer = { enabled = false }
  }

  assert {
    condition     = length(aws_lb.client) == 0 && length(output.endpoints) == 0 && output.etcdctl == null
    error_message = "Without a load balancer there is no endpoint to name."
  }
}

run "spec_and_file" {
  command = plan

  variables {
    spec_file = "main.tf"
  }

  expect_failures = [var.spec_file]
}

run "other_region" {
  command = plan

  variables {
    control_plane = {
      name               = "quorate"
      region             = "us-west-2"
      account_id         = "123456789012"
      clusters_table     = "quorate-clusters"
      clusters_table_arn = "arn:aws:dynamodb:us-west-2:123456789012:table/quorate-clusters"
      nodes_table        = "quorate-nodes"
      nodes_table_arn    = "arn:aws:dynamodb:us-west-2:123456789012:table/quorate-nodes"
      bucket             = "quorate-snapshots"
      bucket_arn         = "arn:aws:s3:::quorate-snapshots"
      function_name      = "quorate-controller"
      function_alias     = "live"
    }
  }

  expect_failures = [aws_lambda_invocation.spec]
}

run "too_small_a_group" {
  command = plan

  variables {
    group_limits = { max_size = 3 }
  }

  expect_failures = [aws_autoscaling_group.nodes]
}

run "tags_of_the_module" {
  command = plan

  variables {
    tags = { "quorate:cluster" = "other" }
  }

  expect_failures = [var.tags]
}

run "etcd_variable_for_the_agent" {
  command = plan

  variables {
    agent_environment = { ETCD_UNSAFE_NO_FSYNC = "true" }
  }

  expect_failures = [var.agent_environment]
}

run "log_of_the_agents" {
  command = plan

  variables {
    log_format        = "json"
    log_level         = "debug"
    agent_environment = { QUORATE_LOG_LEVEL = "warn" }
  }

  assert {
    condition     = local.agent_environment["QUORATE_LOG_FORMAT"] == "json" && local.agent_environment["QUORATE_LOG_LEVEL"] == "debug"
    error_message = "The log's format and level must reach the agent, the module's variables before agent_environment."
  }
  assert {
    condition     = strcontains(local.boot, "QUORATE_LOG_FORMAT=json\n")
    error_message = "The environment file must have the log's format."
  }
}

run "log_of_the_agents_by_default" {
  command = plan

  assert {
    condition     = length([for name in keys(local.agent_environment) : name if startswith(name, "QUORATE_LOG_")]) == 0
    error_message = "By default the environment file has no setting of the log, so that user data stays as it is."
  }
}

run "unknown_log_level" {
  command = plan

  variables {
    log_level = "verbose"
  }

  expect_failures = [var.log_level]
}

run "unknown_log_format" {
  command = plan

  variables {
    log_format = "xml"
  }

  expect_failures = [var.log_format]
}

run "agent_checksum" {
  command = plan

  variables {
    agent_package = { url = "s3://artifacts/agent.tar.gz", sha256 = "latest" }
  }

  expect_failures = [var.agent_package]
}

run "root_volume_of_another_image" {
  command = plan

  variables {
    root_device_name = "/dev/sda1"
  }

  assert {
    condition     = toset(aws_launch_template.node[0].block_device_mappings[*].device_name) == toset(["/dev/sda1", "/dev/sdf"])
    error_message = "Two volumes: the image's root and the data."
  }
}

run "root_volume_in_the_place_of_the_data" {
  command = plan

  variables {
    root_device_name = "/dev/sdf"
  }

  expect_failures = [var.root_device_name]
}

run "tls" {
  command = plan

  variables {
    spec = { name = "demo", etcd = { version = "3.5" }, tls = { mode = "managed" } }
    dns  = { zone_id = "Z1", name = "etcd.example.org" }
  }

  assert {
    condition     = output.endpoints == tolist(["https://etcd.example.org:2379"]) && output.etcdctl == "etcdctl --endpoints https://etcd.example.org:2379 --cacert ca.pem endpoint status --cluster -w table"
    error_message = "A cluster that speaks TLS is reached by https, and trusted by its authority's certificate."
  }
  assert {
    condition     = startswith(output.certificate, "quorate certificate ca demo --out ca.pem --region eu-central-1 ")
    error_message = "Where clients show no certificate they need the authority's alone."
  }
  assert {
    condition     = local.sans == tolist(["etcd.example.org"])
    error_message = "The name that clients reach the cluster by must be in the certificates."
  }
}

run "tls_with_client_certificates" {
  command = plan

  variables {
    spec = { name = "demo", etcd = { version = "3.5" }, tls = { mode = "managed", clients = "required", sans = ["etcd.example.org", "other.example.org"] } }
    dns  = { zone_id = "Z1", name = "etcd.example.org" }
  }

  assert {
    condition     = strcontains(output.etcdctl, " --cacert admin-ca.pem --cert admin.pem --key admin.key ") && startswith(output.certificate, "quorate certificate issue demo --cn admin ")
    error_message = "The line must show the certificate that the other line makes."
  }
  assert {
    condition     = jsondecode(local.spec_json).tls == { mode = "managed", clients = "required", sans = ["etcd.example.org", "other.example.org"] }
    error_message = "A name that the spec has already is not added twice, and the rest of tls stays."
  }
}

run "own_key_of_the_volume" {
  command = plan

  variables {
    data_volume = { kms_key_arn = "arn:aws:kms:eu-central-1:123456789012:key/11111111-2222-3333-4444-555555555555" }
  }

  assert {
    condition     = aws_kms_grant.data_volume[0].grantee_principal == "arn:aws:iam::123456789012:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling" && contains(aws_kms_grant.data_volume[0].operations, "CreateGrant")
    error_message = "Auto Scaling launches no instance whose volume has a customer's key, unless its role may use it."
  }
}

run "volume_that_ebs_does_not_make" {
  command = plan

  variables {
    data_volume = { size = 20, iops = 12000, throughput = 2500 }
  }

  expect_failures = [var.data_volume]
}

run "alarms_of_the_cluster" {
  command = plan

  variables {
    page_actions   = ["arn:aws:sns:eu-central-1:123456789012:page"]
    ticket_actions = ["arn:aws:sns:eu-central-1:123456789012:ticket"]
  }

  assert {
    condition     = aws_cloudwatch_metric_alarm.cluster["page"].threshold == 3 && aws_cloudwatch_metric_alarm.cluster["page"].treat_missing_data == "breaching"
    error_message = "The page alarm goes off for a page, and where the controller is silent."
  }
  assert {
    condition     = aws_cloudwatch_metric_alarm.cluster["ticket"].threshold == 2 && aws_cloudwatch_metric_alarm.cluster["ticket"].treat_missing_data == "ignore"
    error_message = "The ticket alarm goes off for a ticket and not for silence."
  }
  assert {
    condition     = alltrue([for alarm in aws_cloudwatch_metric_alarm.cluster : alarm.dimensions == tomap({ FunctionName = "quorate-controller", Cluster = "demo" })])
    error_message = "The alarms watch the series that the controller publishes for this cluster."
  }
  assert {
    condition     = aws_cloudwatch_metric_alarm.cluster["page"].alarm_actions == toset(["arn:aws:sns:eu-central-1:123456789012:page"]) && aws_cloudwatch_metric_alarm.cluster["ticket"].ok_actions == toset(["arn:aws:sns:eu-central-1:123456789012:ticket"])
    error_message = "Each alarm tells its own topic."
  }
}

run "no_alarms" {
  command = plan

  variables {
    alarms = false
  }

  assert {
    condition     = length(aws_cloudwatch_metric_alarm.cluster) == 0
    error_message = "alarms = false makes no alarm."
  }
}

run "group_beside_the_control_planes_events" {
  command = plan

  variables {
    control_plane = {
      name                 = "quorate"
      region               = "eu-central-1"
      account_id           = "123456789012"
      clusters_table       = "quorate-clusters"
      clusters_table_arn   = "arn:aws:dynamodb:eu-central-1:123456789012:table/quorate-clusters"
      nodes_table          = "quorate-nodes"
      nodes_table_arn      = "arn:aws:dynamodb:eu-central-1:123456789012:table/quorate-nodes"
      bucket               = "quorate-snapshots"
      bucket_arn           = "arn:aws:s3:::quorate-snapshots"
      function_name        = "quorate-controller"
      function_alias       = "live"
      event_group_prefixes = ["etcd-"]
    }
  }

  expect_failures = [aws_autoscaling_group.nodes]
}

run "same_instances_as_before" {
  command = plan

  assert {
    condition     = aws_launch_template.node[0].instance_type == "m6i.large" && aws_launch_template.node[0].image_id == "resolve:ssm:/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64" && endswith(local.etcd_url, "-linux-amd64.tar.gz")
    error_message = "By default the instances are those of earlier modules."
  }
  assert {
    condition     = length(aws_autoscaling_group.nodes.mixed_instances_policy) == 0 && length(aws_autoscaling_group.nodes.launch_template) == 1
    error_message = "By default one type, all on demand."
  }
}

run "graviton" {
  command = plan

  variables {
    architecture = "arm64"
  }

  assert {
    condition     = aws_launch_template.node[0].instance_type == "m7g.large" && endswith(aws_launch_template.node[0].image_id, "-arm64") && endswith(local.etcd_url, "-linux-arm64.tar.gz")
    error_message = "Type, image and etcd must be for the processor."
  }
}

run "type_of_another_processor" {
  command = plan

  variables {
    instance_type = "c7gn.xlarge"
  }

  expect_failures = [aws_launch_template.node]
}

run "one_type_of_another_processor" {
  command = plan

  variables {
    architecture    = "arm64"
    mixed_instances = { instance_types = ["m7g.large", "m7i.large"] }
  }

  expect_failures = [aws_launch_template.node]
}

run "graphics_are_no_graviton" {
  command = plan

  variables {
    instance_type = "g5.xlarge"
  }

  assert {
    condition     = aws_launch_template.node[0].instance_type == "g5.xlarge"
    error_message = "g5 is x86_64."
  }
}

run "package_of_another_processor" {
  command = plan

  variables {
    architecture  = "arm64"
    agent_package = { url = "s3://artifacts/quorate-agent-0.2.0-linux-amd64.tar.gz", sha256 = "0000000000000000000000000000000000000000000000000000000000000000" }
  }

  expect_failures = [aws_launch_template.node]
}

run "a_minority_of_spot_instances" {
  command = plan

  variables {
    mixed_instances = { instance_types = ["m6i.large", "m6a.large"], on_demand_base_capacity = 2, on_demand_percentage = 0 }
  }

  assert {
    condition     = length(aws_autoscaling_group.nodes.launch_template) == 0 && aws_autoscaling_group.nodes.mixed_instances_policy[0].launch_template[0].override[*].instance_type == tolist(["m6i.large", "m6a.large"])
    error_message = "The group must choose among the types, the first preferred."
  }
  assert {
    condition     = aws_autoscaling_group.nodes.mixed_instances_policy[0].instances_distribution[0].on_demand_base_capacity == 2 && aws_autoscaling_group.nodes.mixed_instances_policy[0].instances_distribution[0].on_demand_percentage_above_base_capacity == 0 && aws_autoscaling_group.nodes.capacity_rebalance == false
    error_message = "The majority stays on demand, and Auto Scaling replaces no spot instance on its own."
  }
}

run "several_types_all_on_demand" {
  command = plan

  variables {
    mixed_instances = { instance_types = ["m6i.large", "m6a.large"] }
  }

  assert {
    condition     = aws_autoscaling_group.nodes.mixed_instances_policy[0].instances_distribution[0].on_demand_percentage_above_base_capacity == 100
    error_message = "Spot instances are a choice."
  }
}

run "own_launch_template" {
  command = plan

  variables {
    launch_template = { id = "lt-own", version = "7" }
  }

  assert {
    condition     = length(aws_launch_template.node) == 0 && aws_autoscaling_group.nodes.launch_template[0].id == "lt-own" && aws_autoscaling_group.nodes.launch_template[0].version == "7"
    error_message = "The group must use the given template, and none may be made."
  }
  assert {
    condition     = strcontains(output.user_data, "AGENT_URL='s3://artifacts/agent.tar.gz'")
    error_message = "A template of one's own needs the module's user data."
  }
}

run "own_load_balancer" {
  command = plan

  variables {
    spec              = { name = "demo", etcd = { version = "3.5" }, tls = { mode = "managed" } }
    load_balancer     = { enabled = false, host = "etcd.example.org" }
    target_group_arns = ["arn:aws:elasticloadbalancing:eu-central-1:123456789012:targetgroup/own/0123456789abcdef"]
  }

  assert {
    condition     = length(aws_lb.client) == 0 && aws_autoscaling_group.nodes.target_group_arns == toset(["arn:aws:elasticloadbalancing:eu-central-1:123456789012:targetgroup/own/0123456789abcdef"])
    error_message = "The instances must join the given target group, and no load balancer may be made."
  }
  assert {
    condition     = output.endpoints == tolist(["https://etcd.example.org:2379"]) && local.sans == tolist(["etcd.example.org"])
    error_message = "Clients reach the cluster by the given name, which must be in the certificates."
  }
}
