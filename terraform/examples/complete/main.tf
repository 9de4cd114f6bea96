# Several clusters in private subnets of an existing VPC that has no NAT gateway. One file in clusters/ is one cluster.
terraform {
  required_version = ">= 1.9"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.80"
    }
  }
}

locals {
  folder = coalesce(var.clusters_folder, "${path.module}/clusters")
  tags   = { environment = "production", team = "platform" }
  # Files by the name in their spec; one that cannot be read is called as its file, and etcd-cluster says what is wrong.
  files = {
    for file in fileset(local.folder, "*.yaml") :
    try(yamldecode(file("${local.folder}/${file}")).name, file) => "${local.folder}/${file}"...
  }
  clusters = { for name, files in local.files : name => files[0] }
  doubled  = [for name, files in local.files : "${name}: ${join(", ", files)}" if length(files) > 1]
}

data "aws_vpc" "existing" {
  id = var.vpc_id
}

module "control_plane" {
  source = "../../modules/control-plane"

  controller_package = { file = var.controller_zip }
  alarm_actions      = var.alarm_topic_arns
  tags               = local.tags

  # Each cluster has a name in this private zone, whose records the controller keeps: they tell the voters that serve. It
  # is in its members' certificates. The VPC needs DNS hostnames and DNS support.
  zone = { vpc_ids = [data.aws_vpc.existing.id], name = var.zone_name }
}

# Copies of this example from before 0.2.0 made the zone themselves.
moved {
  from = aws_route53_zone.private
  to   = module.control_plane.aws_route53_zone.clusters[0]
}

module "cluster" {
  source   = "../../modules/etcd-cluster"
  for_each = local.clusters

  control_plane = module.control_plane
  spec_file     = each.value
  vpc_id        = aws_vpc_endpoint.gateway["s3"].vpc_id # The endpoints come before the instances and go after them.
  subnet_ids    = var.private_subnet_ids
  client_cidrs  = [data.aws_vpc.existing.cidr_block]
  page_actions  = var.alarm_topic_arns
  metrics_cidrs = [data.aws_vpc.existing.cidr_block]
  data_volume   = { size = 50, iops = 4000, throughput = 250 }
  tags          = local.tags

  # Both packages come out of one bucket: the subnets have no way to the internet.
  agent_package = {
    url    = "s3://${var.packages.bucket}/${var.packages.agent_key}"
    sha256 = var.packages.agent_sha256
  }
  etcd_package = {
    url    = "s3://${var.packages.bucket}/${var.packages.etcd_key}"
    sha256 = var.packages.etcd_sha256
  }
}
