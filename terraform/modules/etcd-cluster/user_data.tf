locals {
  package_arch = { x86_64 = "amd64", arm64 = "arm64" }[var.architecture]
  etcd_url = coalesce(
    var.etcd_package.url,
    "https://github.com/etcd-io/etcd/releases/download/v${var.etcd_package.version}/etcd-v${var.etcd_package.version}-linux-${local.package_arch}.tar.gz",
  )
  install_dir  = local.deployment.agent.install_dir
  log_settings = { for name, value in { QUORATE_LOG_FORMAT = var.log_format, QUORATE_LOG_LEVEL = var.log_level } : name => value if value != null }
  agent_environment = merge(var.agent_environment, local.log_settings, {
    (local.deployment.agent.environment.cluster)        = local.cluster
    (local.deployment.agent.environment.clusters_table) = var.control_plane.clusters_table
    (local.deployment.agent.environment.nodes_table)    = var.control_plane.nodes_table
    (local.deployment.agent.environment.bucket)         = var.control_plane.bucket
    (local.deployment.agent.environment.data_dir)       = local.deployment.agent.data_dir
    (local.deployment.agent.environment.etcd_dir)       = "${local.install_dir}/etcd"
    AWS_REGION                                          = local.region
  })
  settings = {
    AGENT_URL    = var.agent_package.url
    AGENT_SHA256 = var.agent_package.sha256
    ETCD_URL     = local.etcd_url
    ETCD_SHA256  = var.etcd_package.sha256
    INSTALL_DIR  = local.install_dir
    DATA_DIR     = local.deployment.agent.data_dir
    AGENT_ENV    = join("\n", [for name, value in local.agent_environment : "${name}=${value}"])
  }

  # scripts/boot.sh is a whole script, so that it can be checked; its settings come before it.
  boot = join("\n", concat(
    ["#!/usr/bin/env bash"],
    [for name, value in local.settings : "${name}='${value}'"],
    [trimprefix(file("${path.module}/scripts/boot.sh"), "#!/usr/bin/env bash\n")],
  ))
  extra_type = startswith(var.extra_user_data, "#cloud-config") ? "text/cloud-config" : "text/x-shellscript"
  parts = concat(
    [{ type = "text/x-shellscript", name = "10-quorate", body = local.boot }],
    var.extra_user_data == "" ? [] : [{ type = local.extra_type, name = "20-extra", body = var.extra_user_data }],
  )
  user_data = join("\n", concat(
    ["Content-Type: multipart/mixed; boundary=\"==quorate==\"", "MIME-Version: 1.0", ""],
    flatten([for part in local.parts : [
      "--==quorate==",
      "Content-Type: ${part.type}; charset=\"utf-8\"",
      "Content-Disposition: attachment; filename=\"${part.name}\"",
      "",
      part.body,
    ]]),
    ["--==quorate==--", ""],
  ))
}
