resource "aws_security_group" "node" {
  name        = local.name
  description = "Nodes of etcd cluster ${local.cluster}"
  vpc_id      = var.vpc_id
  tags        = merge({ Name = local.name }, local.tags)

  lifecycle {
    create_before_destroy = true
  }
}

locals {
  ports = local.deployment.ports
  # Who may reach which port: description, port, and either a CIDR or a security group.
  ingress = merge(
    { for part in ["client", "peer"] : "members-${part}" => { says = "Members among themselves", port = local.ports[part], group = aws_security_group.node.id, cidr = null } },
    { for cidr in var.client_cidrs : "client-${cidr}" => { says = "Clients", port = local.ports.client, group = null, cidr = cidr } },
    { for index, id in var.client_security_group_ids : "client-group-${index}" => { says = "Clients", port = local.ports.client, group = id, cidr = null } },
    { for cidr in var.metrics_cidrs : "metrics-${cidr}" => { says = "Metrics and health", port = local.ports.http, group = null, cidr = cidr } },
    { for index, id in var.metrics_security_group_ids : "metrics-group-${index}" => { says = "Metrics and health", port = local.ports.http, group = id, cidr = null } },
    { for cidr in var.ssh_cidrs : "ssh-${cidr}" => { says = "SSH", port = 22, group = null, cidr = cidr } },
    { for part in ["client", "http"] : "load-balancer-${part}" => { says = "Load balancer", port = local.ports[part], group = aws_security_group.load_balancer[0].id, cidr = null } if var.load_balancer.enabled },
  )
}

resource "aws_vpc_security_group_ingress_rule" "node" {
  for_each = local.ingress

  security_group_id            = aws_security_group.node.id
  description                  = each.value.says
  ip_protocol                  = "tcp"
  from_port                    = each.value.port
  to_port                      = each.value.port
  cidr_ipv4                    = each.value.cidr
  referenced_security_group_id = each.value.group
  tags                         = local.tags
}

resource "aws_vpc_security_group_egress_rule" "node" {
  for_each = toset(var.egress_cidrs)

  security_group_id = aws_security_group.node.id
  description       = "DynamoDB, S3, Auto Scaling, package downloads"
  ip_protocol       = "-1"
  cidr_ipv4         = each.value
  tags              = local.tags
}

resource "aws_vpc_security_group_egress_rule" "members" {
  security_group_id            = aws_security_group.node.id
  description                  = "Members among themselves"
  ip_protocol                  = "tcp"
  from_port                    = local.ports.http
  to_port                      = local.ports.peer
  referenced_security_group_id = aws_security_group.node.id
  tags                         = local.tags
}
