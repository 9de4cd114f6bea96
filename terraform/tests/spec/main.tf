# Every spec of the corpus through the checks: run by infra/test-terraform, compared with what each file expects.
locals {
  good = fileset("${path.module}/../specs", "good/*.yaml")
  bad  = fileset("${path.module}/../specs", "bad/*.yaml")
}

module "good" {
  source   = "../../modules/cluster-spec"
  for_each = local.good
  spec     = yamldecode(file("${path.module}/../specs/${each.key}"))
  refuse   = false
}

module "bad" {
  source   = "../../modules/cluster-spec"
  for_each = local.bad
  spec     = yamldecode(file("${path.module}/../specs/${each.key}"))
  refuse   = false
}

output "wrong" {
  description = "Files whose errors are of other fields than the file expects; empty when all is well."
  value = merge(
    { for file in local.good : file => module.good[file].errors if length(module.good[file].errors) > 0 },
    { for file in local.bad : file => module.bad[file].errors if toset([for error in module.bad[file].errors : split(": ", error)[0]]) != toset(split(" ", regex("^# ([^\n]+)", file("${path.module}/../specs/${file}"))[0])) },
  )
}
