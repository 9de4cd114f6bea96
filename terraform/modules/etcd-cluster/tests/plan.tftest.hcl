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
    zone               = { id = "Z0", name = "quorate.internal" }
    dns_zones          = { Z0 = ["*.quorate.internal"] }
  }
  spec          = { name = "demo", etcd = { version = "3.5" } }
  vpc_id        = "vpc-1"
  subnet_ids    = ["subnet-a", "subnet-b", "subnet-c"]
  client_cidrs  = ["10.0.0.0/16"]
  agent_package = { url = "s3://artifacts/agent.tar.gz", sha256 = "0000000000000000000000000000000000000000000000000000000000000000" }
  etcd_package  = { sha256 = "0000000000000000000000000000000000000000000000000000000000000000" }
}

# A plan takes seconds of processor: what does not interfere shares one.
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
  assert {
    condition     = aws_launch_template.node[0].instance_type == "m6i.large" && aws_launch_template.node[0].image_id == "resolve:ssm:/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64" && endswith(local.etcd_url, "-linux-amd64.tar.gz")
    error_message = "By default the instances are those of earlier modules."
  }
  assert {
    condition     = length(aws_lb.client) == 0 && length(aws_lb_target_group.client) == 0 && length(aws_security_group.load_balancer) == 0 && output.endpoints == tolist(["http://demo.quorate.internal:2379"])
    error_message = "By default clients go by the name, and no load balancer is made."
  }
  assert {
    condition     = jsondecode(local.spec_json).dns == { zone = "Z0", name = "demo.quorate.internal" } && length(aws_route53_record.client) == 0
    error_message = "By default the controller keeps the cluster's name in the control plane's zone."
  }
  assert {
    condition     = length(aws_autoscaling_group.nodes.mixed_instances_policy) == 0 && length(aws_autoscaling_group.nodes.launch_template) == 1
    error_message = "By default one type, all on demand."
  }
  assert {
    condition     = length([for name in keys(local.agent_environment) : name if startswith(name, "QUORATE_LOG_")]) == 0
    error_message = "By default the environment file has no setting of the log, so that user data stays as it is."
  }
}

run "choices" {
  command = plan

  variables {
    log_format        = "json"
    log_level         = "debug"
    agent_environment = { QUORATE_LOG_LEVEL = "warn" }
    etcd_package      = { sha256 = "1111111111111111111111111111111111111111111111111111111111111111", url = "s3://artifacts/etcd.tar.gz" }
    root_device_name  = "/dev/sda1"
    data_volume       = { kms_key_arn = "arn:aws:kms:eu-central-1:123456789012:key/11111111-2222-3333-4444-555555555555" }
    page_actions      = ["arn:aws:sns:eu-central-1:123456789012:page"]
    ticket_actions    = ["arn:aws:sns:eu-central-1:123456789012:ticket"]
    instance_type     = "g5.xlarge"
  }

  assert {
    condition = anytrue([for statement in local.machine_statements :
    statement.Sid == "FetchPackages" && toset(statement.Resource) == toset(["arn:aws:s3:::artifacts/agent.tar.gz", "arn:aws:s3:::artifacts/etcd.tar.gz"])])
    error_message = "An instance may fetch both packages, and nothing else of their bucket."
  }
  assert {
    condition     = toset(aws_launch_template.node[0].block_device_mappings[*].device_name) == toset(["/dev/sda1", "/dev/sdf"])
    error_message = "Two volumes: the image's root and the data."
  }
  assert {
    condition     = aws_kms_grant.data_volume[0].grantee_principal == "arn:aws:iam::123456789012:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling" && contains(aws_kms_grant.data_volume[0].operations, "CreateGrant")
    error_message = "Auto Scaling launches no instance whose volume has a customer's key, unless its role may use it."
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
  assert {
    condition     = aws_launch_template.node[0].instance_type == "g5.xlarge"
    error_message = "g5 is x86_64."
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

run "other_choices" {
  command = plan

  variables {
    dns          = { enabled = false }
    alarms       = false
    architecture = "arm64"
  }

  assert {
    condition     = length(aws_lb.client) == 0 && length(output.endpoints) == 0 && output.etcdctl == null && output.dns == null && !can(jsondecode(local.spec_json).dns)
    error_message = "With neither name nor load balancer there is no endpoint to name."
  }
  assert {
    condition     = length(aws_cloudwatch_metric_alarm.cluster) == 0
    error_message = "alarms = false makes no alarm."
  }
  assert {
    condition     = aws_launch_template.node[0].instance_type == "m7g.large" && endswith(aws_launch_template.node[0].image_id, "-arm64") && endswith(local.etcd_url, "-linux-arm64.tar.gz")
    error_message = "Type, image and etcd must be for the processor."
  }
}

run "bad_values" {
  command = plan

  variables {
    log_level         = "verbose"
    log_format        = "xml"
    spec_file         = "main.tf"
    tags              = { "quorate:cluster" = "other" }
    agent_environment = { ETCD_UNSAFE_NO_FSYNC = "true" }
    agent_package     = { url = "s3://artifacts/agent.tar.gz", sha256 = "latest" }
    root_device_name  = "/dev/sdf"
    data_volume       = { size = 20, iops = 12000, throughput = 2500 }
  }

  expect_failures = [var.log_level, var.log_format, var.spec_file, var.tags, var.agent_environment, var.agent_package, var.root_device_name, var.data_volume]
}

run "tls_on_several_types" {
  command = plan

  variables {
    spec            = { name = "demo", etcd = { version = "3.5" }, tls = { mode = "managed" } }
    dns             = { zone_id = "Z1", name = "etcd.example.org" }
    load_balancer   = {}
    mixed_instances = { instance_types = ["m6i.large", "m6a.large"] }
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
    condition     = local.sans == tolist(["etcd.example.org"]) && length(aws_route53_record.client) == 1 && output.dns.name == "demo.quorate.internal"
    error_message = "A given name beside a load balancer is that one's, and must be in the certificates; the controller keeps the one in the zone."
  }
  assert {
    condition     = aws_autoscaling_group.nodes.mixed_instances_policy[0].instances_distribution[0].on_demand_percentage_above_base_capacity == 100
    error_message = "Spot instances are a choice."
  }
}

run "passwords_in_secrets" {
  command = plan

  variables {
    spec = {
      name = "demo", etcd = { version = "3.5" }, tls = { mode = "managed", clients = "required" },
      auth = { enabled = true, users = [
        { name = "cert" },
        { name = "file", passwordFrom = { file = "/etc/quorate/file.password" } },
        { name = "job", passwordFrom = { secret = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:demo/job-AbCdEf" } },
        { name = "other", passwordFrom = { secret = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:demo/job-AbCdEf" } },
      ] }
    }
    secrets_kms_key_arns = ["arn:aws:kms:eu-west-1:123456789012:key/secrets"]
  }

  assert {
    condition     = [for statement in jsondecode(local.agent_policy)["Statement"] : statement["Resource"] if contains(flatten([statement["Action"]]), "secretsmanager:GetSecretValue")] == [["arn:aws:secretsmanager:eu-west-1:123456789012:secret:demo/job-AbCdEf"]]
    error_message = "Agents may read exactly the secrets that the spec names."
  }
  assert {
    condition     = [for statement in jsondecode(local.agent_policy)["Statement"] : statement["Action"] if try(statement["Sid"], "") == "UseTheKeysOfSecrets"] == [["kms:Decrypt"]]
    error_message = "Agents may decrypt with the keys of secrets, and do nothing else with them."
  }
}

run "no_secret" {
  command = plan

  variables {
    spec = { name = "demo", etcd = { version = "3.5" } }
  }

  assert {
    condition     = !strcontains(local.agent_policy, "secretsmanager")
    error_message = "Agents have no right to secrets where the spec names none."
  }
}

run "tls_with_client_certificates" {
  command = plan

  variables {
    spec            = { name = "demo", etcd = { version = "3.5" }, tls = { mode = "managed", clients = "required", sans = ["etcd.example.org", "other.example.org"] } }
    dns             = { zone_id = "Z1", name = "etcd.example.org" }
    load_balancer   = {}
    launch_template = { id = "lt-own", version = "7" }
  }

  assert {
    condition     = strcontains(output.etcdctl, " --cacert admin-ca.pem --cert admin.pem --key admin.key ") && startswith(output.certificate, "quorate certificate issue demo --cn admin ")
    error_message = "The line must show the certificate that the other line makes."
  }
  assert {
    condition     = jsondecode(local.spec_json).tls == { mode = "managed", clients = "required", sans = ["etcd.example.org", "other.example.org"] }
    error_message = "A name that the spec has already is not added twice, and the rest of tls stays."
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

run "own_load_balancer_and_spot" {
  command = plan

  variables {
    spec              = { name = "demo", etcd = { version = "3.5" }, tls = { mode = "managed" } }
    load_balancer     = { enabled = false, host = "etcd.example.org" }
    target_group_arns = ["arn:aws:elasticloadbalancing:eu-central-1:123456789012:targetgroup/own/0123456789abcdef"]
    mixed_instances   = { instance_types = ["m6i.large", "m6a.large"], on_demand_base_capacity = 2, on_demand_percentage = 0 }
  }

  assert {
    condition     = length(aws_lb.client) == 0 && aws_autoscaling_group.nodes.target_group_arns == toset(["arn:aws:elasticloadbalancing:eu-central-1:123456789012:targetgroup/own/0123456789abcdef"])
    error_message = "The instances must join the given target group, and no load balancer may be made."
  }
  assert {
    condition     = output.endpoints == tolist(["https://etcd.example.org:2379"]) && local.sans == tolist(["etcd.example.org"]) && output.dns.name == "demo.quorate.internal"
    error_message = "Clients reach the cluster by the load balancer's name, which must be in the certificates, and by the one that the controller keeps."
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

run "other_region_and_type_of_another_processor" {
  command = plan

  variables {
    control_plane = merge(var.control_plane, { region = "us-west-2" })
    instance_type = "c7gn.xlarge"
  }

  expect_failures = [aws_lambda_invocation.spec, aws_launch_template.node]
}

# One that the function or the template fails is not looked at: the group has plans of its own.
run "too_small_a_group" {
  command = plan

  variables {
    group_limits = { max_size = 3 }
  }

  expect_failures = [aws_autoscaling_group.nodes]
}

run "group_beside_the_control_planes_events" {
  command = plan

  variables {
    control_plane = merge(var.control_plane, { event_group_prefixes = ["etcd-"] })
  }

  expect_failures = [aws_autoscaling_group.nodes]
}

run "one_type_of_another_processor" {
  command = plan

  variables {
    architecture    = "arm64"
    mixed_instances = { instance_types = ["m7g.large", "m7i.large"] }
  }

  expect_failures = [aws_launch_template.node]
}

run "package_of_another_processor" {
  command = plan

  variables {
    architecture  = "arm64"
    agent_package = { url = "s3://artifacts/quorate-agent-0.2.0-linux-amd64.tar.gz", sha256 = "0000000000000000000000000000000000000000000000000000000000000000" }
  }

  expect_failures = [aws_launch_template.node]
}

run "volume_that_does_not_bear_the_quota" {
  command = plan

  variables {
    spec        = { name = "demo", etcd = { version = "3.5", quota = "4GiB" } }
    data_volume = { size = 21 }
  }

  expect_failures = [aws_launch_template.node]
}

run "image_of_another_processor" {
  command = plan

  variables {
    architecture = "arm64"
    ami_id       = "ami-0123456789abcdef0"
  }

  override_data {
    target = data.aws_ami.given
    values = { architecture = "x86_64", name = "ours" }
  }

  expect_failures = [data.aws_ami.given]
}

# Its volume bears the quota exactly.
run "image_of_the_processor" {
  command = plan

  variables {
    ami_id      = "ami-0123456789abcdef0"
    spec        = { name = "demo", etcd = { version = "3.5", quota = "4GiB" } }
    data_volume = { size = 22 }
  }

  override_data {
    target = data.aws_ami.given
    values = { architecture = "x86_64", name = "ours" }
  }

  assert {
    condition     = aws_launch_template.node[0].image_id == "ami-0123456789abcdef0"
    error_message = "The image must be the given one."
  }
}

run "image_that_is_not_asked_for" {
  command = plan

  variables {
    ami_id    = "ami-0123456789abcdef0"
    check_ami = false
  }

  assert {
    condition     = length(data.aws_ami.given) == 0 && aws_launch_template.node[0].image_id == "ami-0123456789abcdef0"
    error_message = "check_ami = false asks EC2 nothing."
  }
}

run "a_name_of_ones_own" {
  command = plan

  variables {
    control_plane = merge(var.control_plane, { dns_zones = { Z1 = ["*.etcd.internal"] } })
    spec          = { name = "demo", etcd = { version = "3.5" }, tls = { mode = "managed" } }
    dns           = { zone_id = "Z1", name = "Demo.etcd.internal." }
  }

  assert {
    condition     = jsondecode(local.spec_json).dns == { zone = "Z1", name = "demo.etcd.internal" } && !can(jsondecode(local.spec_json).tls.sans)
    error_message = "The controller must be told the name; it is in the certificates by that."
  }
  assert {
    condition     = length(aws_route53_record.client) == 0 && length(aws_lb.client) == 0 && output.endpoints == tolist(["https://demo.etcd.internal:2379"])
    error_message = "Terraform must leave the records to the controller, and clients go by the name."
  }
}

run "a_name_in_the_spec" {
  command = plan

  variables {
    control_plane = merge(var.control_plane, { dns_zones = { Z1 = ["demo.etcd.internal"] } })
    spec          = { name = "demo", etcd = { version = "3.5" }, dns = { zone = "Z1", name = "demo.etcd.internal" } }
  }

  assert {
    condition     = jsondecode(local.spec_json).dns == { zone = "Z1", name = "demo.etcd.internal" } && output.endpoints == tolist(["http://demo.etcd.internal:2379"])
    error_message = "A name that the spec has is the cluster's, whatever zone the control plane has."
  }
}

# A load balancer stays what it was when a zone comes beside it: so clients can move one after the other.
run "a_load_balancer_beside_the_name" {
  command = plan

  variables {
    spec          = { name = "demo", etcd = { version = "3.5" }, tls = { mode = "managed" } }
    load_balancer = {}
  }

  assert {
    condition     = length(aws_lb.client) == 1 && length(aws_route53_record.client) == 0 && output.dns.name == "demo.quorate.internal" && length(local.own_names) == 1
    error_message = "Both must lead to the cluster, and both names must be in the certificates."
  }
}

run "an_alias_of_the_very_name" {
  command = plan

  variables {
    dns           = { zone_id = "Z0", name = "demo.quorate.internal" }
    load_balancer = {}
  }

  assert {
    condition     = length(aws_route53_record.client) == 1 && output.dns == null && !can(jsondecode(local.spec_json).dns)
    error_message = "Terraform and the controller must not keep one name both."
  }
}

run "no_name_that_stays" {
  command = plan

  variables {
    control_plane = merge(var.control_plane, { zone = null, dns_zones = {} })
  }

  expect_failures = [aws_lambda_invocation.spec]
}

run "the_load_balancer_of_earlier_modules" {
  command = plan

  variables {
    control_plane = merge(var.control_plane, { zone = null, dns_zones = {} })
    load_balancer = {}
  }

  assert {
    condition     = length(aws_lb.client) == 1 && length(aws_lb_target_group.client) == 1 && length(aws_vpc_security_group_ingress_rule.load_balancer) == 1 && !can(jsondecode(local.spec_json).dns)
    error_message = "load_balancer = {} must plan what was the default."
  }
}

run "a_name_without_a_zone" {
  command = plan

  variables {
    control_plane = merge(var.control_plane, { zone = null })
    dns           = { name = "demo.etcd.internal" }
  }

  expect_failures = [var.dns]
}

run "a_zone_without_a_name" {
  command = plan

  variables {
    dns = { zone_id = "Z1" }
  }

  expect_failures = [var.dns]
}

run "a_name_without_the_right" {
  command = plan

  variables {
    control_plane = merge(var.control_plane, { dns_zones = { Z1 = ["other.etcd.internal"] } })
    spec          = { name = "demo", etcd = { version = "3.5" }, dns = { zone = "Z1", name = "demo.etcd.internal" } }
  }

  expect_failures = [aws_lambda_invocation.spec]
}

run "a_spec_in_a_file" {
  command = plan

  variables {
    spec      = null
    spec_file = "../../tests/specs/good/snapshots-off.yaml"
  }

  assert {
    condition     = local.told.text == file("../../tests/specs/good/snapshots-off.yaml") && local.told.spec.snapshots.interval == "off"
    error_message = "The controller gets the file as it is, beside what the module read of it."
  }
}

run "a_spec_without_a_file" {
  command = plan

  assert {
    condition     = !can(local.told.text)
    error_message = "A spec that is no file has no text."
  }
}
