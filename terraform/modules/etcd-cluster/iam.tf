resource "aws_iam_role" "node" {
  count = var.instance_profile_name == null ? 1 : 0

  name                 = "${local.name}-node"
  path                 = var.role_path
  description          = "Agents of etcd cluster ${local.cluster}"
  permissions_boundary = var.permissions_boundary_arn
  tags                 = local.tags

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "ec2.amazonaws.com" }
      Action    = "sts:AssumeRole"
    }]
  })
}

resource "aws_iam_instance_profile" "node" {
  count = var.instance_profile_name == null ? 1 : 0

  name = "${local.name}-node"
  path = var.role_path
  role = aws_iam_role.node[0].name
  tags = local.tags
}

locals {
  agent_rights = jsondecode(templatefile("${path.module}/policies/agent.json", {
    clusters_table_arn = var.control_plane.clusters_table_arn
    nodes_table_arn    = var.control_plane.nodes_table_arn
    bucket_arn         = var.control_plane.bucket_arn
    cluster            = local.cluster
  }))
  agent_policy   = jsonencode(merge(local.agent_rights, { Statement = concat(local.agent_rights["Statement"], local.machine_statements) }))
  package_bucket = try(regex("^s3://([^/]+)/(.+)$", var.agent_package.url), null)
  keys = concat(
    var.control_plane.kms_key_arn == null ? [] : [{ arn = var.control_plane.kms_key_arn, service = "s3" }],
    var.control_plane.tables_kms_key_arn == null ? [] : [{ arn = var.control_plane.tables_kms_key_arn, service = "dynamodb" }],
  )
  machine_statements = concat(
    local.package_bucket == null ? [] : [{
      Sid      = "FetchTheAgent"
      Effect   = "Allow"
      Action   = ["s3:GetObject"]
      Resource = "arn:${local.partition}:s3:::${local.package_bucket[0]}/${local.package_bucket[1]}"
    }],
    [for key in local.keys : {
      Sid       = "Through${title(key.service)}"
      Effect    = "Allow"
      Action    = ["kms:Decrypt", "kms:GenerateDataKey"]
      Resource  = key.arn
      Condition = { StringEquals = { "kms:ViaService" = "${key.service}.${local.region}.amazonaws.com" } }
    }],
  )
}

resource "aws_iam_role_policy" "agent" {
  count = var.instance_profile_name == null ? 1 : 0

  name   = "agent"
  role   = aws_iam_role.node[0].id
  policy = local.agent_policy
}

resource "aws_iam_role_policy_attachment" "session_manager" {
  count = var.instance_profile_name == null && var.session_manager ? 1 : 0

  role       = aws_iam_role.node[0].name
  policy_arn = "arn:${local.partition}:iam::aws:policy/AmazonSSMManagedInstanceCore"
}
