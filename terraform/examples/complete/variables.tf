variable "vpc_id" {
  description = "The VPC that exists."
  type        = string
}

variable "private_subnet_ids" {
  description = "Private subnets, best one in each of three availability zones."
  type        = list(string)
}

variable "private_route_table_ids" {
  description = "Route tables of these subnets. They get routes to the gateway endpoints."
  type        = list(string)
}

variable "zone_name" {
  description = "Name of the private zone that the clusters' names lie in."
  type        = string
  default     = "quorate.internal"
}

variable "clusters_folder" {
  description = "Folder of the specs; each file is one cluster. By default `clusters` beside this file."
  type        = string
  default     = null
}

variable "controller_zip" {
  description = "The controller's zip that infra/package built."
  type        = string
}

variable "packages" {
  description = "The bucket, in this region, that the agent's package and etcd's tarball were uploaded to, their keys and checksums."
  type = object({
    bucket       = string
    agent_key    = string
    agent_sha256 = string
    etcd_key     = string
    etcd_sha256  = string
  })
}

variable "alarm_topic_arns" {
  description = "SNS topics that hear of alarms."
  type        = list(string)
  default     = []
}
