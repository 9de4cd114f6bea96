output "errors" {
  description = "Everything that is wrong with the spec, each with its field."
  value       = local.errors
}

output "given" {
  description = "The spec as it was given, fields left out not filled in: the controller's code has the defaults."
  value       = local.read

  precondition {
    condition     = !var.refuse || length(local.errors) == 0
    error_message = "The spec has errors:\n${join("\n", local.errors)}"
  }
}

output "name" {
  description = "The cluster's name."
  value       = local.name

  precondition {
    condition     = !var.refuse || length(local.errors) == 0
    error_message = "The spec has errors:\n${join("\n", local.errors)}"
  }
}

output "group" {
  description = "Name of the auto-scaling group."
  value       = lookup(local.texts, "group", local.name)
}

output "size" {
  description = "How many instances the group starts with."
  value       = try(tonumber(local.all_texts["size"]), null)
}

output "quota_bytes" {
  description = "The quota of etcd's database, in bytes; null where it is malformed."
  value       = try(local.sound["etcd.quota"], null)
}

output "tls_clients" {
  description = "Whether clients must show a certificate: required, or off."
  value       = lookup(local.all_texts, "tls.clients", "off")
}

output "tls_sans" {
  description = "Further names that the members' certificates are good for."
  value       = local.sans
}

output "dns_zone" {
  description = "Zone of the name that the controller keeps; null without one."
  value       = lookup(local.texts, "dns.zone", null)
}

output "dns_name" {
  description = "The name that the controller keeps; null without one."
  value       = lookup(local.texts, "dns.name", null)
}

output "secret_arns" {
  description = "The secrets of AWS Secrets Manager that hold users' passwords: the agents need the right to read them."
  value       = local.secrets
}

output "tls_mode" {
  description = "Who signs the certificates: managed, or off for plain connections."
  value       = lookup(local.all_texts, "tls.mode", "off")
}
