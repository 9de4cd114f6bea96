locals {
  # Load balancers have names of at most 32 characters.
  short_name = length(local.unique_name) <= 32 ? local.unique_name : "${trimsuffix(substr(local.unique_name, 0, 23), "-")}-${substr(sha256(local.unique_name), 0, 8)}"
}

resource "aws_security_group" "load_balancer" {
  count = var.load_balancer.enabled ? 1 : 0

  name        = "${local.unique_name}.lb" # No cluster's name has a dot.
  description = "Load balancer of etcd cluster ${local.cluster}"
  vpc_id      = var.vpc_id
  tags        = merge({ Name = "${local.name}-lb" }, local.tags)

  lifecycle {
    ignore_changes = [name]
  }
}

resource "aws_vpc_security_group_ingress_rule" "load_balancer" {
  for_each = { for key, rule in local.client_rules : key => rule if var.load_balancer.enabled }

  security_group_id            = aws_security_group.load_balancer[0].id
  description                  = each.value.says
  ip_protocol                  = "tcp"
  from_port                    = each.value.port
  to_port                      = each.value.port
  cidr_ipv4                    = each.value.cidr
  referenced_security_group_id = each.value.security_group_id
  prefix_list_id               = each.value.prefix_list_id
  tags                         = local.tags
}

resource "aws_vpc_security_group_egress_rule" "load_balancer" {
  for_each = var.load_balancer.enabled ? { for part in ["client", "http"] : part => local.ports[part] } : {}

  security_group_id            = aws_security_group.load_balancer[0].id
  description                  = "Members"
  ip_protocol                  = "tcp"
  from_port                    = each.value
  to_port                      = each.value
  referenced_security_group_id = aws_security_group.node.id
  tags                         = local.tags
}

resource "aws_lb" "client" {
  count = var.load_balancer.enabled ? 1 : 0

  name                             = local.short_name
  load_balancer_type               = "network"
  internal                         = var.load_balancer.internal
  subnets                          = coalesce(var.load_balancer.subnet_ids, var.subnet_ids)
  security_groups                  = aws_security_group.load_balancer[*].id
  enable_cross_zone_load_balancing = var.load_balancer.cross_zone
  enable_deletion_protection       = var.load_balancer.deletion_protection
  tags                             = local.tags

  lifecycle {
    ignore_changes = [name]
  }
}

resource "aws_lb_target_group" "client" {
  count = var.load_balancer.enabled ? 1 : 0

  name                 = local.short_name
  vpc_id               = var.vpc_id
  port                 = local.ports.client
  protocol             = "TCP"
  deregistration_delay = 30
  tags                 = local.tags

  health_check {
    protocol            = "HTTP"
    port                = local.ports.http
    path                = "/readyz"
    interval            = 10
    timeout             = 6
    healthy_threshold   = 2
    unhealthy_threshold = 2
  }

  lifecycle {
    ignore_changes = [name]
  }
}

resource "aws_lb_listener" "client" {
  count = var.load_balancer.enabled ? 1 : 0

  load_balancer_arn = aws_lb.client[0].arn
  port              = local.ports.client
  protocol          = "TCP"
  tags              = local.tags

  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.client[0].arn
  }
}

resource "aws_route53_record" "client" {
  count = local.aliased ? 1 : 0

  zone_id = local.given.zone
  name    = var.dns.name
  type    = "A"

  alias {
    name                   = aws_lb.client[0].dns_name
    zone_id                = aws_lb.client[0].zone_id
    evaluate_target_health = false
  }
}
