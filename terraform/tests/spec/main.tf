# Every spec of the corpus through the checks: run by infra/test-terraform, compared with what each file expects.
locals {
  good = fileset("${path.module}/../specs", "good/*.yaml")
  bad  = fileset("${path.module}/../specs", "bad/*.yaml")
}

# What is read of each oddity of YAML, in full: SpecInvocationTest hands it to the controller, which has the last word.
# Nothing may be refused here that `quorate apply` takes.
locals {
  oddities = { for oddity in jsondecode(file("${path.module}/../specs/oddities.json")) : oddity.what => merge({ padding = 0 }, oddity) }
  odd      = { for what, oddity in local.oddities : what => oddity.padding == 0 ? oddity.yaml : "${oddity.yaml}#${format("%${oddity.padding}s", "")}" }
  # A longer one is refused before it is read.
  short = { for what, text in local.odd : what => text if length(text) <= 65536 }
}

module "odd" {
  source   = "../../modules/cluster-spec"
  for_each = local.short
  text     = each.value
  refuse   = false
}

module "good" {
  source   = "../../modules/cluster-spec"
  for_each = local.good
  text     = file("${path.module}/../specs/${each.key}")
  refuse   = false
}

module "bad" {
  source   = "../../modules/cluster-spec"
  for_each = local.bad
  text     = file("${path.module}/../specs/${each.key}")
  refuse   = false
}

output "wrong" {
  description = "Files whose errors are of other fields than the file expects; empty when all is well."
  value = merge(
    { for file in local.good : file => module.good[file].errors if length(module.good[file].errors) > 0 },
    { for file in local.bad : file => module.bad[file].errors if toset([for error in module.bad[file].errors : split(": ", error)[0]]) != toset(split(" ", regex("^# ([^\n]+)", file("${path.module}/../specs/${file}"))[0])) },
    { for what, oddity in local.oddities : what => concat([jsonencode(module.odd[what].given)], module.odd[what].errors)
    if contains(keys(local.short), what) && (jsonencode(try(module.odd[what].given, null)) != jsonencode(oddity.terraform) || length(oddity.wrong) == 0 && length(try(module.odd[what].errors, [])) > 0) },
    { for what, oddity in local.oddities : what => ["too long, and yet taken"] if !contains(keys(local.short), what) && length(oddity.wrong) == 0 },
  )
}
