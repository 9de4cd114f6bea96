output "cluster" {
  description = "Name of the cluster."
  value       = local.cluster
}

output "spec" {
  description = "What the controller answered when the spec was stored: result, UID and version."
  value       = try(jsondecode(aws_lambda_invocation.spec.result), null)
}

output "endpoints" {
  description = "Client endpoints: the DNS record's or the load balancer's; empty without a load balancer."
  value       = local.host == null ? [] : ["${local.scheme}://${local.host}:${local.ports.client}"]
}

output "etcdctl" {
  description = "An etcdctl line that shows the members; null without a load balancer, and with TLS, for certificates name the members' addresses only."
  value       = local.host == null || local.scheme == "https" ? null : "etcdctl --endpoints http://${local.host}:${local.ports.client} endpoint status --cluster -w table"
}

output "inspect" {
  description = "A line that shows what Quorate thinks of the cluster."
  value       = "quorate status ${local.cluster} --region ${local.region} --clusters-table ${var.control_plane.clusters_table} --nodes-table ${var.control_plane.nodes_table}"
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
  description = "Id of the launch template."
  value       = aws_launch_template.node.id
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

output "agent_policy" {
  description = "The agent's rights as a policy document, for an instance profile of your own."
  value       = local.agent_policy
}

output "alarm_arns" {
  description = "ARNs of the cluster's alarms by severity."
  value       = { for severity, alarm in aws_cloudwatch_metric_alarm.cluster : severity => alarm.arn }
}

locals {
  scheme = module.spec.tls_mode == "off" ? "http" : "https"
  host   = try(coalesce(try(var.dns.name, null), try(aws_lb.client[0].dns_name, null)), null)
}
