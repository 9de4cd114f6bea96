# One private zone for the names of all clusters (docs/adr/0051-one-zone-for-all-clusters-of-a-control-plane.md).

resource "aws_route53_zone" "clusters" {
  count = local.makes_zone ? 1 : 0

  name    = local.zone_name
  comment = "Names of the etcd clusters of ${var.name}"
  tags    = local.tags
  # The controller's records are in no state: Route 53 keeps a zone that holds any.
  force_destroy = !var.deletion_protection

  dynamic "vpc" {
    for_each = var.zone.vpc_ids
    content {
      vpc_id = vpc.value
    }
  }
}

locals {
  # Not by the id, which may be known after apply only.
  makes_zone = length(var.zone.vpc_ids) > 0
  has_zone   = local.makes_zone || var.zone.name != null
  zone_name  = coalesce(var.zone.name, "${var.name}.internal")
  zone       = local.has_zone ? { id = local.makes_zone ? aws_route53_zone.clusters[0].zone_id : var.zone.id, name = local.zone_name } : null
  dns_zones  = local.zone == null ? var.dns_zones : merge(var.dns_zones, { (local.zone.id) = distinct(concat(lookup(var.dns_zones, local.zone.id, []), ["*.${local.zone.name}"])) })
}
