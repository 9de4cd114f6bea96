locals {
  # docs/signals.md says which condition has which severity.
  alarms = {
    page = {
      says     = "An operator has to act now: the cluster does not serve, or data, healing or access is at risk; or the controller has been silent for three minutes."
      at_least = 3
      minutes  = 3
      missing  = "breaching"
      actions  = var.page_actions
    }
    ticket = {
      says     = "An operator has to act within a working day."
      at_least = 2
      minutes  = 15
      missing  = "ignore"
      actions  = var.ticket_actions
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "cluster" {
  for_each = var.alarms ? local.alarms : {}

  alarm_name          = "${local.name}-${each.key}"
  alarm_description   = "${each.value.says} quorate status ${local.cluster} shows the conditions. Runbook: ${var.runbook_url}"
  namespace           = "Quorate"
  metric_name         = "Attention"
  dimensions          = { FunctionName = var.control_plane.function_name, Cluster = local.cluster }
  statistic           = "Maximum"
  comparison_operator = "GreaterThanOrEqualToThreshold"
  threshold           = each.value.at_least
  period              = 60
  evaluation_periods  = each.value.minutes
  treat_missing_data  = each.value.missing
  alarm_actions       = each.value.actions
  ok_actions          = each.value.actions
  tags                = local.tags
}
