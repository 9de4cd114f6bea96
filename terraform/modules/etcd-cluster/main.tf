# What an instance and its group are told stands in deployment.json, which the local deployment reads, too.
locals {
  deployment = jsondecode(file("${path.module}/deployment.json"))
  cluster    = module.spec.name
  group      = module.spec.group
  name       = "${var.control_plane.name}-${local.cluster}"
  # Out of the control plane: a depends_on of this module leaves the data sources unknown at plan.
  region     = var.control_plane.region
  partition  = split(":", var.control_plane.nodes_table_arn)[1]
  dns_suffix = data.aws_partition.current.dns_suffix

  # Control plane a-b with cluster c is not control plane a with cluster b-c. What exists keeps its name: see ignore_changes.
  unique_name = strcontains(var.control_plane.name, "-") ? "${local.name}-${substr(sha256("${var.control_plane.name}/${local.cluster}"), 0, 8)}" : local.name
  # Roles are the account's, not a region's, and have names of at most 64 characters.
  long_role_name = "${local.unique_name}-node-${local.region}"
  role_name      = length(local.long_role_name) <= 64 ? local.long_role_name : "${trimsuffix(substr(local.long_role_name, 0, 55), "-")}-${substr(sha256(local.long_role_name), 0, 8)}"

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

# The name that clients reach the cluster by is in the members' certificates by itself. That of the load balancer is
# known when it is made, which takes minutes; the instances, which look for their spec, wait for it only without a record.
locals {
  tls       = module.spec.tls_mode == "managed"
  kept_zone = var.dns != null && !var.load_balancer.enabled ? var.dns.zone_id : module.spec.dns_zone
  kept_name = var.dns != null && !var.load_balancer.enabled ? lower(trimsuffix(var.dns.name, ".")) : module.spec.dns_name
  # A name that the controller keeps is in the certificates by the spec's section.
  has_host  = var.dns != null || var.load_balancer.enabled || var.load_balancer.host != null
  own_names = local.tls && local.has_host && local.kept_name == null ? [lower(trimsuffix(local.host, "."))] : []
  sans      = distinct(concat(module.spec.tls_sans, local.own_names))
  tls_json  = length(local.own_names) > 0 ? jsonencode({ tls = merge(module.spec.given.tls, { sans = local.sans }) }) : "{}"
  dns_json  = local.kept_name != null ? jsonencode({ dns = { zone = local.kept_zone, name = local.kept_name } }) : "{}"
  spec_json = jsonencode(merge(module.spec.given, jsondecode(local.tls_json), jsondecode(local.dns_json)))
}

# The controller stores the spec by the same code as `quorate apply`. Nothing is deleted when this is destroyed.
# A new one for each change: of a refused update the provider would keep the new input, and the next apply would say that
# nothing changed, while a refused creation is asked again until it is stored.
resource "aws_lambda_invocation" "spec" {
  function_name   = var.control_plane.function_name
  qualifier       = var.control_plane.function_alias
  lifecycle_scope = "CREATE_ONLY"

  input = jsonencode({
    source = "quorate.terraform"
    owner  = terraform_data.owner.id
    spec   = jsondecode(local.spec_json)
  })

  lifecycle {
    precondition {
      condition     = var.control_plane.region == data.aws_region.current.id
      error_message = "control_plane: it is in ${var.control_plane.region}, this cluster in ${data.aws_region.current.id}; a control plane serves the clusters of its own region."
    }
    precondition {
      condition = local.kept_name == null || anytrue([for name in lookup(var.control_plane.dns_zones, coalesce(local.kept_zone, "-"), []) :
      name == local.kept_name || (startswith(name, "*.") && endswith(coalesce(local.kept_name, "-"), trimprefix(name, "*")))])
      error_message = "dns: the controller may not keep ${coalesce(local.kept_name, "-")} in zone ${coalesce(local.kept_zone, "-")}: list it in dns_zones of the module control-plane."
    }
    precondition {
      condition     = length(local.sans) <= 32
      error_message = "tls.sans: with the name that clients reach the cluster by there are ${length(local.sans)}, expected at most 32."
    }
  }
}

# Its end gives the cluster's name free for another block.
resource "aws_lambda_invocation" "release" {
  function_name   = var.control_plane.function_name
  qualifier       = var.control_plane.function_alias
  lifecycle_scope = "CRUD"
  triggers        = { cluster = local.cluster }

  input = jsonencode({
    source  = "quorate.terraform"
    owner   = terraform_data.owner.id
    release = local.cluster
  })

  depends_on = [aws_lambda_invocation.spec]
}

check "size" {
  assert {
    condition     = aws_autoscaling_group.nodes.desired_capacity == module.spec.size
    error_message = "size: the spec says ${module.spec.size}, the group ${local.group} wishes ${coalesce(aws_autoscaling_group.nodes.desired_capacity, 0)}. Terraform sets the group's desired capacity only when it makes the group, and it decides: aws autoscaling set-desired-capacity --auto-scaling-group-name ${local.group} --desired-capacity ${module.spec.size} --region ${local.region}"
  }
}

# Tells two module blocks with one cluster name apart.
resource "terraform_data" "owner" {}
