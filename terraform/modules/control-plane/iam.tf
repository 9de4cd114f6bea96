# The documents lie beside the module as JSON: the local cloud enforces the very same ones.

resource "aws_iam_role" "controller" {
  count = local.makes_role ? 1 : 0

  name                 = local.global_names.controller
  path                 = var.role_path
  description          = "The controller's function of ${var.name}"
  permissions_boundary = var.permissions_boundary_arn
  tags                 = local.tags

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "lambda.amazonaws.com" }
      Action    = "sts:AssumeRole"
    }]
  })

  lifecycle {
    ignore_changes = [name]
  }
}

resource "aws_iam_role_policy" "controller" {
  count = local.makes_role ? 1 : 0

  name   = "decide-and-act"
  role   = aws_iam_role.controller[0].id
  policy = local.function_policies.controller
}

resource "aws_iam_role_policy" "runtime" {
  count = local.makes_role ? 1 : 0

  name   = "run-in-lambda"
  role   = aws_iam_role.controller[0].id
  policy = local.function_policies.runtime
}

# For people: attach it to whoever runs the quorate command.
resource "aws_iam_policy" "operator" {
  name        = local.global_names.operator
  path        = var.role_path
  description = "What the quorate command needs in ${var.name}"
  policy      = jsonencode(merge(local.operator_policy, { Statement = concat(local.operator_policy["Statement"], values(local.key_statements)...) }))
  tags        = local.tags

  lifecycle {
    ignore_changes = [name]
  }
}

locals {
  makes_role        = var.function_role == null
  function_role_arn = local.makes_role ? aws_iam_role.controller[0].arn : var.function_role.arn
  function_policies = {
    controller = jsonencode(merge(local.controller_policy, { Statement = concat(local.controller_policy["Statement"], local.name_statements, values(local.key_statements)...) }))
    runtime    = jsonencode(merge(local.runtime_policy, { Statement = concat(local.runtime_policy["Statement"], lookup(local.key_statements, "dynamodb", []), local.vpc_statements) }))
  }

  keys = concat(
    local.kms_key_arn == null ? [] : [{ arn = local.kms_key_arn, service = "s3" }],
    var.tables_kms_key_arn == null ? [] : [{ arn = var.tables_kms_key_arn, service = "dynamodb" }],
  )
  controller_policy = jsondecode(templatefile("${path.module}/policies/controller.json", local.policy_values))
  runtime_policy    = jsondecode(templatefile("${path.module}/policies/runtime.json", local.policy_values))
  vpc_statements    = var.vpc == null ? [] : jsondecode(file("${path.module}/policies/vpc.json"))["Statement"]
  operator_policy   = jsondecode(templatefile("${path.module}/policies/operator.json", local.policy_values))
  # A cluster keeps its name and those below it: its members', its services' and the mark that they are its own.
  name_statements = flatten([for zone, names in local.dns_zones : jsondecode(templatefile("${path.module}/policies/names.json", {
    partition = local.partition
    zone      = zone
    names     = jsonencode(flatten([for name in names : [name, "*.${name}"]]))
  }))["Statement"]])
  # S3 and DynamoDB ask KMS in the caller's name, so that whoever reads or writes needs the key's rights, too.
  # Lambda's pollers read the nodes' stream, and no object.
  key_statements = { for key in local.keys : key.service => jsondecode(templatefile("${path.module}/policies/key.json", {
    service      = title(key.service)
    service_host = "${key.service}.${local.region}.${local.dns_suffix}"
    key_arn      = key.arn
  }))["Statement"] }
}
