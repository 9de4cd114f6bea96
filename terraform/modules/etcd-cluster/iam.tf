resource "aws_iam_role" "node" {
  count = var.instance_profile_name == null ? 1 : 0

  name                 = local.role_name
  path                 = var.role_path
  description          = "Agents of etcd cluster ${local.cluster}"
  permissions_boundary = var.permissions_boundary_arn
  tags                 = local.tags

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "ec2.${local.dns_suffix}" }
      Action    = "sts:AssumeRole"
    }]
  })

  lifecycle {
    ignore_changes = [name]
  }
}

resource "aws_iam_instance_profile" "node" {
  count = var.instance_profile_name == null ? 1 : 0

  name = local.role_name
  path = var.role_path
  role = aws_iam_role.node[0].name
  tags = local.tags

  lifecycle {
    ignore_changes = [name]
  }
}

locals {
  instance_profile_name = coalesce(var.instance_profile_name, try(aws_iam_instance_profile.node[0].name, null))

  agent_rights = jsondecode(templatefile("${path.module}/policies/agent.json", {
    clusters_table_arn = var.control_plane.clusters_table_arn
    nodes_table_arn    = var.control_plane.nodes_table_arn
    bucket_arn         = var.control_plane.bucket_arn
    cluster            = local.cluster
  }))
  agent_policy = jsonencode(merge(local.agent_rights, { Statement = concat(local.agent_rights["Statement"], local.machine_statements) }))
  # Packages that lie in S3; the others need no right.
  s3_packages = [for url in distinct([var.agent_package.url, local.etcd_url]) : trimprefix(url, "s3://") if startswith(url, "s3://")]
  keys = concat(
    var.control_plane.kms_key_arn == null ? [] : [{ arn = var.control_plane.kms_key_arn, service = "s3" }],
    var.control_plane.tables_kms_key_arn == null ? [] : [{ arn = var.control_plane.tables_kms_key_arn, service = "dynamodb" }],
  )
  machine_statements = concat(
    length(local.s3_packages) == 0 ? [] : [{
      Sid      = "FetchPackages"
      Effect   = "Allow"
      Action   = ["s3:GetObject"]
      Resource = [for object in local.s3_packages : "arn:${local.partition}:s3:::${object}"]
    }],
    length(module.spec.secret_arns) == 0 ? [] : jsondecode(templatefile("${path.module}/policies/secrets.json", {
      secret_arns = jsonencode(module.spec.secret_arns)
    }))["Statement"],
    length(var.secrets_kms_key_arns) == 0 ? [] : [{
      Sid       = "UseTheKeysOfSecrets"
      Effect    = "Allow"
      Action    = ["kms:Decrypt"]
      Resource  = var.secrets_kms_key_arns
      Condition = { StringLike = { "kms:ViaService" = "secretsmanager.*.${local.dns_suffix}" } }
    }],
    flatten([for key in local.keys : jsondecode(templatefile("${path.module}/../control-plane/policies/key.json", {
      service      = title(key.service)
      service_host = "${key.service}.${local.region}.${local.dns_suffix}"
      key_arn      = key.arn
    }))["Statement"]]),
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
