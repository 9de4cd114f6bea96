locals {
  template = var.launch_template != null ? var.launch_template : {
    id      = aws_launch_template.node[0].id
    version = tostring(aws_launch_template.node[0].latest_version)
  }
}

resource "aws_launch_template" "node" {
  count = var.launch_template == null ? 1 : 0

  name                   = local.unique_name
  description            = "Nodes of etcd cluster ${local.cluster}"
  image_id               = local.ami_id
  instance_type          = local.instance_type
  key_name               = var.key_name
  update_default_version = true
  ebs_optimized          = true
  vpc_security_group_ids = concat([aws_security_group.node.id], var.security_group_ids)
  user_data              = base64encode(local.user_data)
  tags                   = local.tags

  iam_instance_profile {
    name = local.instance_profile_name
  }

  metadata_options {
    http_endpoint               = "enabled"
    http_tokens                 = "required"
    http_put_response_hop_limit = 1
    instance_metadata_tags      = "disabled"
  }

  monitoring {
    enabled = false
  }

  block_device_mappings {
    device_name = var.root_device_name

    ebs {
      volume_type           = "gp3"
      volume_size           = var.root_volume_size
      encrypted             = true
      delete_on_termination = true
    }
  }

  block_device_mappings {
    device_name = "/dev/sdf"

    ebs {
      volume_type           = "gp3"
      volume_size           = var.data_volume.size
      iops                  = var.data_volume.iops
      throughput            = var.data_volume.throughput
      encrypted             = true
      kms_key_id            = var.data_volume.kms_key_arn
      delete_on_termination = !var.data_volume.keep_when_terminated
    }
  }

  dynamic "tag_specifications" {
    for_each = ["instance", "volume"]
    content {
      resource_type = tag_specifications.value
      tags          = merge({ Name = local.name }, local.tags)
    }
  }

  lifecycle {
    ignore_changes = [name]

    # io.quorate.spec.DiskNeed has the same rule.
    precondition {
      condition     = module.spec.quota_bytes == null || try(5 * module.spec.quota_bytes + 2147483648 <= var.data_volume.size * 1073741824, true)
      error_message = "data_volume.size: ${var.data_volume.size} GiB do not bear etcd.quota: expected at least ${try(ceil(5 * module.spec.quota_bytes / 1073741824 + 2), 0)} GiB, five times the quota and 2 GiB, for data, log, a snapshot, a restore of it and an archived directory. Give the volume more, or lower the quota."
    }
    precondition {
      condition     = length(local.wrong_types) == 0
      error_message = "instance_type: ${join(", ", local.wrong_types)} has another processor than architecture = \"${var.architecture}\". Set architecture, or choose other types."
    }
    precondition {
      condition     = length(local.wrong_names) == 0
      error_message = "architecture: ${join(", ", local.wrong_names)} is for another processor than ${var.architecture}. Image, agent_package and etcd_package must be for the instances' processor."
    }
  }
}

resource "aws_autoscaling_group" "nodes" {
  name                      = local.group
  min_size                  = coalesce(var.group_limits.min_size, local.deployment.group.min_size)
  max_size                  = coalesce(var.group_limits.max_size, local.deployment.group.max_size)
  desired_capacity          = module.spec.size
  vpc_zone_identifier       = var.subnet_ids
  health_check_type         = local.deployment.group.health_check_type
  protect_from_scale_in     = local.deployment.group.protect_from_scale_in
  suspended_processes       = local.deployment.group.suspended_processes
  capacity_rebalance        = false
  max_instance_lifetime     = 0
  wait_for_capacity_timeout = "0"
  target_group_arns         = concat(aws_lb_target_group.client[*].arn, var.target_group_arns)
  service_linked_role_arn   = var.service_linked_role_arn

  dynamic "launch_template" {
    for_each = var.mixed_instances == null ? [local.template] : []
    content {
      id      = launch_template.value.id
      version = launch_template.value.version
    }
  }

  dynamic "mixed_instances_policy" {
    for_each = var.mixed_instances[*]
    content {
      launch_template {
        launch_template_specification {
          launch_template_id = local.template.id
          version            = local.template.version
        }
        dynamic "override" {
          for_each = mixed_instances_policy.value.instance_types
          content {
            instance_type = override.value
          }
        }
      }
      instances_distribution {
        on_demand_base_capacity                  = mixed_instances_policy.value.on_demand_base_capacity
        on_demand_percentage_above_base_capacity = mixed_instances_policy.value.on_demand_percentage
        spot_allocation_strategy                 = mixed_instances_policy.value.spot_allocation_strategy
      }
    }
  }

  # In the group's own creation: a hook that came later would miss the first instances.
  dynamic "initial_lifecycle_hook" {
    for_each = local.deployment.hooks
    content {
      name                 = initial_lifecycle_hook.key
      lifecycle_transition = initial_lifecycle_hook.value.transition
      default_result       = initial_lifecycle_hook.value.default_result
      heartbeat_timeout    = coalesce(var.hook_timeout_seconds, initial_lifecycle_hook.value.heartbeat_timeout_seconds)
    }
  }

  dynamic "tag" {
    for_each = merge({ Name = local.name }, local.tags)
    content {
      key                 = tag.key
      value               = tag.value
      propagate_at_launch = true
    }
  }

  # An instance looks for its spec when it starts.
  depends_on = [aws_lambda_invocation.spec, aws_iam_role_policy.agent, aws_kms_grant.data_volume]

  lifecycle {
    precondition {
      condition     = length(var.control_plane.event_group_prefixes) == 0 || anytrue([for prefix in var.control_plane.event_group_prefixes : startswith(local.group, prefix)])
      error_message = "group: the events of ${local.group} would not reach the control plane, whose event_group_prefixes are ${join(", ", var.control_plane.event_group_prefixes)}. Give the cluster a `group` in its spec that begins so, or add a prefix there."
    }

    # The desired capacity is up to the operator, and set at creation only. A change of the hooks here would replace the
    # group; aws_autoscaling_lifecycle_hook below makes it instead.
    ignore_changes = [desired_capacity, initial_lifecycle_hook]

    precondition {
      condition     = var.group_limits.max_size == null || try(var.group_limits.max_size > module.spec.size, false)
      error_message = "group_limits.max_size: expected more than the spec's size, ${module.spec.size}, so that a member can be replaced."
    }
  }
}

resource "aws_autoscaling_lifecycle_hook" "node" {
  for_each = local.deployment.hooks

  name                   = each.key
  autoscaling_group_name = aws_autoscaling_group.nodes.name
  lifecycle_transition   = each.value.transition
  default_result         = each.value.default_result
  heartbeat_timeout      = coalesce(var.hook_timeout_seconds, each.value.heartbeat_timeout_seconds)
}
