# The documents lie beside the module as JSON: the local cloud enforces the very same ones.

resource "aws_iam_role" "controller" {
  name                 = local.names.function
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
}

resource "aws_iam_role_policy" "controller" {
  name   = "decide-and-act"
  role   = aws_iam_role.controller.id
  policy = templatefile("${path.module}/policies/controller.json", local.policy_values)
}

resource "aws_iam_role_policy" "runtime" {
  name   = "run-in-lambda"
  role   = aws_iam_role.controller.id
  policy = jsonencode(merge(local.runtime_policy, { Statement = concat(local.runtime_policy["Statement"], local.key_statements) }))
}

# For people: attach it to whoever runs the quorate command.
resource "aws_iam_policy" "operator" {
  name        = "${var.name}-operator"
  path        = var.role_path
  description = "What the quorate command needs in ${var.name}"
  policy      = templatefile("${path.module}/policies/operator.json", local.policy_values)
  tags        = local.tags
}

locals {
  keys = concat(
    local.kms_key_arn == null ? [] : [{ arn = local.kms_key_arn, service = "s3" }],
    var.tables_kms_key_arn == null ? [] : [{ arn = var.tables_kms_key_arn, service = "dynamodb" }],
  )
  runtime_policy = jsondecode(templatefile("${path.module}/policies/runtime.json", local.policy_values))
  key_statements = [for key in local.keys : {
    Sid       = "Through${title(key.service)}"
    Effect    = "Allow"
    Action    = ["kms:Decrypt", "kms:GenerateDataKey"]
    Resource  = key.arn
    Condition = { StringEquals = { "kms:ViaService" = "${key.service}.${local.region}.amazonaws.com" } }
  }]
}
