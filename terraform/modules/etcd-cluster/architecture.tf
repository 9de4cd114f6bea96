# What is for which processor: types and packages by their names, an image by what EC2 says of its id. An instance of a wrong
# one does not start, which the group's activity history shows.
locals {
  ami_id        = coalesce(var.ami_id, "resolve:ssm:/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-${var.architecture}")
  instance_type = coalesce(var.instance_type, { x86_64 = "m6i.large", arm64 = "m7g.large" }[var.architecture])

  # Graviton's families have a g after the generation, as in m7g, c6gn or im4gn; g5 has it before.
  instance_types = distinct(concat([local.instance_type], var.mixed_instances == null ? [] : var.mixed_instances.instance_types))
  wrong_types    = [for type in local.instance_types : type if can(regex("^(a1|[a-z]+[0-9]+[a-z]*g[a-z]*)\\.", type)) != (var.architecture == "arm64")]

  other_processor = { x86_64 = "(arm64|aarch64)", arm64 = "(x86_64|amd64)" }[var.architecture]
  wrong_names     = [for name in [local.ami_id, var.agent_package.url, local.etcd_url] : name if can(regex(local.other_processor, name))]
}

# A plan that knows the id only after apply sets check_ami = false.
data "aws_ami" "given" {
  count = var.check_ami && try(startswith(var.ami_id, "ami-"), false) ? 1 : 0

  filter {
    name   = "image-id"
    values = [var.ami_id]
  }

  lifecycle {
    postcondition {
      condition     = self.architecture == var.architecture
      error_message = "ami_id: ${self.id} (${self.name}) is for ${self.architecture}, and architecture = \"${var.architecture}\". Set architecture, or choose another image."
    }
  }
}
