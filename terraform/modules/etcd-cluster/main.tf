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

locals {
  text = var.spec_file == null ? null : file(var.spec_file)
}

module "spec" {
  source = "../cluster-spec"

  spec = var.spec
  text = local.text
}

# By what clients reach the cluster. It is in the members' certificates by itself. A load balancer's own name is known when
# it is made, which takes minutes; the instances, which look for their spec, wait for it only without another name.
locals {
  zone      = var.control_plane.zone
  balanced  = var.load_balancer.enabled || var.load_balancer.host != null
  given     = var.dns.enabled && var.dns.name != null ? { zone = var.dns.zone_id != null ? var.dns.zone_id : try(local.zone.id, null), name = lower(trimsuffix(var.dns.name, ".")) } : null
  specified = module.spec.dns_name != null ? { zone = module.spec.dns_zone, name = module.spec.dns_name } : null
  by_zone   = var.dns.enabled && local.zone != null ? { zone = local.zone.id, name = "${local.cluster}.${local.zone.name}" } : null
  goes_by   = local.given != null ? "given" : local.specified != null ? "specified" : local.balanced ? "balancer" : local.by_zone != null ? "zone" : "nothing"

  # The name that the controller keeps, which the spec's section puts into the certificates. A given one beside a load
  # balancer is that one's, and never the controller's, too.
  aliased = local.given != null && var.load_balancer.enabled
  by_rule = local.aliased && try(local.by_zone.name, null) == try(local.given.name, null) ? null : local.by_zone
  kept    = local.given != null && !local.aliased ? local.given : local.specified != null ? local.specified : local.by_rule

  host = (
    local.goes_by == "given" ? local.given.name :
    local.goes_by == "specified" ? local.specified.name :
    local.goes_by == "zone" ? local.by_zone.name :
    local.goes_by == "balancer" ? (var.load_balancer.host != null ? var.load_balancer.host : try(aws_lb.client[0].dns_name, null)) : null
  )

  tls       = module.spec.tls_mode == "managed"
  own_names = local.tls && (local.aliased || local.goes_by == "balancer") ? [lower(trimsuffix(local.host, "."))] : []
  sans      = distinct(concat(module.spec.tls_sans, local.own_names))
  tls_json  = length(local.own_names) > 0 ? jsonencode({ tls = merge(module.spec.given.tls, { sans = local.sans }) }) : "{}"
  dns_json  = local.kept != null ? jsonencode({ dns = local.kept }) : "{}"
  spec_json = jsonencode(merge(module.spec.given, jsondecode(local.tls_json), jsondecode(local.dns_json)))

  # A file goes along as it is: the controller reads it as `quorate apply` does.
  told = merge({ source = "quorate.terraform", spec = jsondecode(local.spec_json) }, local.text == null ? {} : { text = local.text })
}

# The controller stores the spec by the same code as `quorate apply`. Nothing is deleted when this is destroyed.
# A new one for each change: of a refused update the provider would keep the new input, and the next apply would say that
# nothing changed, while a refused creation is asked again until it is stored.
resource "aws_lambda_invocation" "spec" {
  function_name   = var.control_plane.function_name
  qualifier       = var.control_plane.function_alias
  lifecycle_scope = "CREATE_ONLY"

  input = jsonencode(merge(local.told, { owner = terraform_data.owner.id }))

  lifecycle {
    precondition {
      condition     = var.control_plane.region == data.aws_region.current.id
      error_message = "control_plane: it is in ${var.control_plane.region}, this cluster in ${data.aws_region.current.id}; a control plane serves the clusters of its own region."
    }
    # Also what keeps an upgrade from taking away the load balancer that was the default without a word.
    precondition {
      condition     = local.goes_by != "nothing" || !var.dns.enabled
      error_message = "dns: ${local.cluster} would have no name that stays, and clients lose a cluster whose members are replaced. Give the module control-plane a zone, zone = { vpc_ids = [\"${var.vpc_id}\"] }, or this one a name, dns = { zone_id = …, name = … }; or load_balancer = {} for a load balancer, which was the default before 0.2.0 and goes without this line; or dns = { enabled = false } for nothing (docs/terraform.md, Changes and upgrades)."
    }
    precondition {
      condition = local.kept == null || anytrue([for name in lookup(var.control_plane.dns_zones, try(local.kept.zone, "-"), []) :
      name == local.kept.name || (startswith(name, "*.") && endswith(local.kept.name, trimprefix(name, "*")))])
      error_message = "dns: the controller may not keep ${try(local.kept.name, "-")} in zone ${try(local.kept.zone, "-")}: list it in dns_zones of the module control-plane."
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
