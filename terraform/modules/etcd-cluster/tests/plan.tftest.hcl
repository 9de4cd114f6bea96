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
    condition     = aws_launch_template.node.metadata_options[0].http_tokens == "required" && aws_launch_template.node.metadata_options[0].http_put_response_hop_limit == 1
    error_message = "Instance metadata only by IMDSv2, one hop."
  }
  assert {
    condition     = alltrue([for mapping in aws_launch_template.node.block_device_mappings : mapping.ebs[0].encrypted == "true"])
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
    condition     = toset(aws_launch_template.node.block_device_mappings[*].device_name) == toset(["/dev/sda1", "/dev/sdf"])
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
