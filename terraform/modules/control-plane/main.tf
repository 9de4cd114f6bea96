# What the control plane is made of stands in deployment.json, which the local deployment reads, too.
locals {
  function_arn = "arn:${local.partition}:lambda:${local.region}:${local.account}:function:${local.names.function}"

  deployment = jsondecode(file("${path.module}/deployment.json"))
  names      = { for part, name in local.deployment.names : part => "${var.name}-${name}" }
  account    = data.aws_caller_identity.current.account_id
  region     = data.aws_region.current.id
  partition  = data.aws_partition.current.partition
  dns_suffix = data.aws_partition.current.dns_suffix
  tags       = merge({ "quorate:control-plane" = var.name }, var.tags)

  # What IAM and CloudWatch keep once for all regions carries the region. What exists keeps its name: see ignore_changes.
  global_names = { for part in ["controller", "operator"] : part => "${var.name}-${part}-${local.region}" }

  # Out of their names: a queue takes half a minute, and neither its policy nor the function have to wait for it.
  queue_arns = { for queue in ["queue", "failures_queue"] : queue => "arn:${local.partition}:sqs:${local.region}:${local.account}:${local.names[queue]}" }

  policy_values = {
    partition          = local.partition
    region             = local.region
    account            = local.account
    clusters_table_arn = aws_dynamodb_table.clusters.arn
    nodes_table_arn    = aws_dynamodb_table.nodes.arn
    bucket_arn         = local.bucket.arn
    queue_arn          = local.queue_arns.queue
    failures_queue_arn = local.queue_arns.failures_queue
    function_arn       = local.function_arn
    log_group_arn      = aws_cloudwatch_log_group.controller.arn
    control_plane      = var.name
  }
}

data "aws_caller_identity" "current" {}

data "aws_region" "current" {
  lifecycle {
    postcondition {
      condition     = var.region == null ? true : self.id == var.region
      error_message = "region: expected the provider to be for ${coalesce(var.region, "any")}, it is for ${self.id}. Correct AWS_REGION or the provider's region, or pass another provider: providers = { aws = aws.other }."
    }
  }
}

data "aws_partition" "current" {}
