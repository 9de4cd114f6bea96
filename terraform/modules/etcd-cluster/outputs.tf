output "cluster" {
  description = "Name of the cluster."
  value       = local.cluster
}

output "spec" {
  description = "What the controller answered when the spec was stored: result, UID and version."
  value       = try(jsondecode(aws_lambda_invocation.spec.result), null)
}

output "owner" {
  description = "By what the controller knows this block: docs/terraform.md says how it moves to another state."
  value       = terraform_data.owner.id
}

output "endpoints" {
  description = "Client endpoints: a load balancer's where there is one and no name is given, else by the name; empty with neither."
  value       = local.host == null ? [] : ["${local.scheme}://${local.host}:${local.ports.client}"]
}

output "dns" {
  description = "The name that the controller keeps and its `zone`; null without one. SRV records stand below it: docs/clients.md."
  value       = local.kept
}

output "etcdctl" {
  description = "An etcdctl line that shows the members; null with neither name nor load balancer, and with certificates of your own. With TLS it names the files that the line `certificate` makes."
  value       = local.host == null || module.spec.tls_mode == "files" ? null : join(" ", concat(["etcdctl --endpoints ${local.scheme}://${local.host}:${local.ports.client}"], local.client_files, ["endpoint status --cluster -w table"]))
}

output "certificate" {
  description = "A line of the quorate command that makes what the line `etcdctl` needs, in the current folder: a client's key and certificate, or the authority alone where clients show none. Null without managed TLS."
  value = !local.tls ? null : join(" ", [
    local.shows_certificate ? "quorate certificate issue ${local.cluster} --cn admin" : "quorate certificate ca ${local.cluster} --out ca.pem",
    local.command_options,
  ])
}

output "inspect" {
  description = "A line that shows what Quorate thinks of the cluster."
  value       = "quorate status ${local.cluster} ${local.command_options}"
}

output "group_name" {
  description = "Name of the auto-scaling group."
  value       = aws_autoscaling_group.nodes.name
}

output "group_arn" {
  description = "ARN of the auto-scaling group."
  value       = aws_autoscaling_group.nodes.arn
}

output "launch_template_id" {
  description = "Id of the launch template that the group uses."
  value       = local.template.id
}

output "user_data" {
  description = "What an instance runs at its first boot, for a launch template of your own (base64encode it there). It holds no secret."
  value       = local.user_data
}

output "instance_profile_name" {
  description = "Name of the instances' profile, for a launch template of your own."
  value       = local.instance_profile_name
}

output "security_group_id" {
  description = "Security group of the instances."
  value       = aws_security_group.node.id
}

output "load_balancer_security_group_id" {
  description = "Security group of the load balancer; null without one."
  value       = try(aws_security_group.load_balancer[0].id, null)
}

output "load_balancer_arn" {
  description = "ARN of the load balancer; null without one."
  value       = try(aws_lb.client[0].arn, null)
}

output "load_balancer_dns_name" {
  description = "DNS name of the load balancer; null without one."
  value       = try(aws_lb.client[0].dns_name, null)
}

output "load_balancer_zone_id" {
  description = "Route 53 zone of the load balancer's DNS name; null without one."
  value       = try(aws_lb.client[0].zone_id, null)
}

output "role_arn" {
  description = "ARN of the instances' role; null with an instance profile of your own."
  value       = try(aws_iam_role.node[0].arn, null)
}

output "names" {
  description = "Names of what the module made, null for what it did not make: role, launch template, security groups, load balancer."
  value = {
    role                         = try(aws_iam_role.node[0].name, null)
    launch_template              = try(aws_launch_template.node[0].name, null)
    security_group               = aws_security_group.node.name
    load_balancer_security_group = try(aws_security_group.load_balancer[0].name, null)
    load_balancer                = try(aws_lb.client[0].name, null)
  }
}

output "agent_policy" {
  description = "The agent's rights as a policy document, for an instance profile of your own."
  value       = local.agent_policy
}

output "alarm_arns" {
  description = "ARNs of the cluster's alarms by severity."
  value       = { for severity, alarm in aws_cloudwatch_metric_alarm.cluster : severity => alarm.arn }
}

locals {
  command_options   = "--region ${local.region} --clusters-table ${var.control_plane.clusters_table} --nodes-table ${var.control_plane.nodes_table}"
  shows_certificate = module.spec.tls_clients == "required"
  client_files      = !local.tls ? [] : local.shows_certificate ? ["--cacert admin-ca.pem --cert admin.pem --key admin.key"] : ["--cacert ca.pem"]

  scheme = module.spec.tls_mode == "off" ? "http" : "https"
}
