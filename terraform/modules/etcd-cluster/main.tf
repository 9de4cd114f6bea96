# What an instance and its group are told stands in deployment.json, which the local deployment reads, too.
locals {
  deployment = jsondecode(file("${path.module}/deployment.json"))
  cluster    = module.spec.name
  group      = module.spec.group
  name       = "${var.control_plane.name}-${local.cluster}"
  region     = data.aws_region.current.name
  partition  = data.aws_partition.current.partition

  # The controller may only touch groups and instances that carry them.
  own_tags = {
    (local.deployment.tags.cluster)       = local.cluster
    (local.deployment.tags.control_plane) = var.control_plane.name
  }
  tags = merge(var.tags, local.own_tags)
}

data "aws_region" "current" {}

data "aws_partition" "current" {}

module "spec" {
  source = "../cluster-spec"

  # As JSON meanwhile: the two have different types.
  spec = jsondecode(var.spec_file == null ? jsonencode(var.spec) : try(jsonencode(yamldecode(file(var.spec_file))), "\"not YAML\""))
}

# The controller stores the spec by the same code as `quorate apply`. Nothing is deleted when this is destroyed.
resource "aws_lambda_invocation" "spec" {
  function_name   = var.control_plane.function_name
  qualifier       = var.control_plane.function_alias
  lifecycle_scope = "CRUD"

  input = jsonencode({
    source = "quorate.terraform"
    owner  = terraform_data.owner.id
    spec   = module.spec.given
  })

  lifecycle {
    precondition {
      condition     = var.control_plane.region == local.region
      error_message = "control_plane: it is in ${var.control_plane.region}, this cluster in ${local.region}; a control plane serves the clusters of its own region."
    }
  }
}

# Tells two module blocks with one cluster name apart.
resource "terraform_data" "owner" {}
