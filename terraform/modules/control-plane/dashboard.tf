locals {
  function = ["FunctionName", local.names.function]
  # Title, then its metrics: namespace, name, dimension, statistic.
  widgets = [
    { title = "Invocations", metrics = [["AWS/Lambda", "Invocations"], ["AWS/Lambda", "Errors"], ["AWS/Lambda", "Throttles"]], of = local.function, stat = "Sum" },
    { title = "Duration in ms", metrics = [["AWS/Lambda", "Duration"]], of = local.function, stat = "Maximum" },
    { title = "Age of heartbeats in ms", metrics = [["AWS/Lambda", "IteratorAge"]], of = local.function, stat = "Maximum" },
    { title = "Decisions and turns", metrics = [["Quorate", "Decisions"], ["Quorate", "FailedTurns"], ["Quorate", "LateTurns"], ["Quorate", "SkippedTurns"]], of = local.function, stat = "Sum" },
    { title = "Events that wait", metrics = [["AWS/SQS", "ApproximateNumberOfMessagesVisible"]], of = ["QueueName", local.names.queue], stat = "Maximum" },
    { title = "Dead events", metrics = [["AWS/SQS", "ApproximateNumberOfMessagesVisible"]], of = ["QueueName", local.names.dead_letter_queue], stat = "Maximum" },
    { title = "Table of nodes, units a minute", metrics = [["AWS/DynamoDB", "ConsumedWriteCapacityUnits"], ["AWS/DynamoDB", "ConsumedReadCapacityUnits"]], of = ["TableName", local.names.nodes_table], stat = "Sum" },
    { title = "Table of clusters, units a minute", metrics = [["AWS/DynamoDB", "ConsumedWriteCapacityUnits"], ["AWS/DynamoDB", "ConsumedReadCapacityUnits"]], of = ["TableName", local.names.clusters_table], stat = "Sum" },
  ]
  # Title, then the metric of which the dashboard shows each cluster's series, and its dimensions.
  of_clusters = concat(
    [{ title = "Attention of each cluster: 3 page, 2 ticket, 1 note", metric = "Attention", by = "Cluster" }],
    var.metrics == "full" ? [
      { title = "Conditions that hold", metric = "ConditionHolds", by = "Cluster,Condition" },
      { title = "Voters of each cluster that serve", metric = "ServingVoters", by = "Cluster" },
      { title = "Age of each cluster's newest snapshot in s", metric = "SnapshotAge", by = "Cluster" },
    ] : []
  )
  cluster_widgets = [
    for shown in local.of_clusters : {
      title = shown.title
      stat  = "Maximum"
      metrics = [[{
        expression = "SEARCH('{Quorate,FunctionName,${shown.by}} MetricName=\"${shown.metric}\" FunctionName=\"${local.names.function}\"', 'Maximum', 60)"
        id         = "e1"
        label      = "$${PROP('Dim.Cluster')}${shown.by == "Cluster" ? "" : " $${PROP('Dim.Condition')}"}"
      }]]
    }
  ]
  all_widgets = concat(
    local.cluster_widgets,
    [for widget in local.widgets : { title = widget.title, stat = widget.stat, metrics = [for metric in widget.metrics : concat(metric, widget.of)] }],
  )
}

resource "aws_cloudwatch_dashboard" "control_plane" {
  count = var.dashboard ? 1 : 0

  dashboard_name = "${var.name}-${local.region}"
  dashboard_body = jsonencode({
    widgets = [
      for index, widget in local.all_widgets : {
        type   = "metric"
        x      = index % 2 * 12
        y      = floor(index / 2) * 6
        width  = 12
        height = 6
        properties = {
          title   = widget.title
          region  = local.region
          stat    = widget.stat
          period  = 60
          view    = "timeSeries"
          metrics = widget.metrics
        }
      }
    ]
  })

  lifecycle {
    ignore_changes = [dashboard_name]
  }
}
