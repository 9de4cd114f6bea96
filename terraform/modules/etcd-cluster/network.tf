resource "aws_security_group" "node" {
  name        = local.unique_name
  description = "Nodes of etcd cluster ${local.cluster}"
  vpc_id      = var.vpc_id
  tags        = merge({ Name = local.name }, local.tags)

  lifecycle {
    create_before_destroy = true
    ignore_changes        = [name]
  }
}

locals {
  ports = local.deployment.ports
  # The keys are known at plan: a CIDR of a list, a place in a list, or the name that `clients` gives.
  clients = merge(
    { for cidr in var.client_cidrs : "client-${cidr}" => { cidr = cidr, security_group_id = null, prefix_list_id = null } },
    { for index, id in var.client_security_group_ids : "client-group-${index}" => { cidr = null, security_group_id = id, prefix_list_id = null } },
    { for name, client in var.clients : "client:${name}" => client },
  )
  metrics_readers = merge(
    { for cidr in var.metrics_cidrs : "metrics-${cidr}" => { cidr = cidr, security_group_id = null, prefix_list_id = null } },
    { for index, id in var.metrics_security_group_ids : "metrics-group-${index}" => { cidr = null, security_group_id = id, prefix_list_id = null } },
    { for name, reader in var.metrics_readers : "metrics:${name}" => reader },
  )
  client_rules = { for key, client in local.clients : key => merge(client, { says = "Clients", port = local.ports.client }) }
  members      = { cidr = null, security_group_id = aws_security_group.node.id, prefix_list_id = null }
  ingress = merge(
    { for part in ["client", "peer"] : "members-${part}" => merge(local.members, { says = "Members among themselves", port = local.ports[part] }) },
    local.client_rules,
    { for key, reader in local.metrics_readers : key => merge(reader, { says = "Metrics and health", port = local.ports.http }) },
    { for cidr in var.ssh_cidrs : "ssh-${cidr}" => { says = "SSH", port = 22, cidr = cidr, security_group_id = null, prefix_list_id = null } },
    { for part in ["client", "http"] : "load-balancer-${part}" => { says = "Load balancer", port = local.ports[part], cidr = null, security_group_id = aws_security_group.load_balancer[0].id, prefix_list_id = null } if var.load_balancer.enabled },
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
  referenced_security_group_id = each.value.security_group_id
  prefix_list_id               = each.value.prefix_list_id
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
