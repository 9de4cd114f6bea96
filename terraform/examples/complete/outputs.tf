output "endpoints" {
  description = "Where clients connect to, by cluster."
  value       = { for name, cluster in module.cluster : name => cluster.endpoints }
}

output "certificate" {
  description = "A line that makes a client's key and certificate in the current folder, by cluster."
  value       = { for name, cluster in module.cluster : name => cluster.certificate }
}

output "etcdctl" {
  description = "A line to begin with, by cluster; it shows that certificate."
  value       = { for name, cluster in module.cluster : name => cluster.etcdctl }
}

output "inspect" {
  description = "What Quorate thinks of each cluster."
  value       = { for name, cluster in module.cluster : name => cluster.inspect }

  precondition {
    condition     = length(local.doubled) == 0
    error_message = "clusters_folder: two files have one cluster name; each cluster has one spec:\n${join("\n", local.doubled)}"
  }
}

output "environment" {
  description = "Lines for a shell in which the quorate command is used."
  value       = join("\n", [for name, value in module.control_plane.operator_environment : "export ${name}=${value}"])
}
