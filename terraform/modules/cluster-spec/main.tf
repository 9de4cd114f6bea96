# Checks a spec at plan. fields.json is written out of the code that checks it in `quorate apply` and in the
# controller; these are the authority, and check again when the spec is stored.
locals {
  catalogue = jsondecode(file("${path.module}/fields.json"))
  fields    = { for field in local.catalogue.fields : field.path => field }
  sections = toset(flatten([for path in keys(local.fields) : [
    for depth in range(1, length(split(".", path))) : join(".", slice(split(".", path), 0, depth))
  ]]))

  # What Terraform would take for a number or a truth value gets quotes, so that it stands as it is written. Twice: where
  # values follow each other each match takes the beginning of the next one's.
  misread = "/([:,-][ \\t]+|[\\[][ \\t]*)([-+]?[.]?[0-9][0-9A-Za-z_.+-]*|(?i:y|n|yes|no|on|off|true|false))([ \\t]*(?:[],}\\r\\n]|[ \\t]#|$))/"
  quoted  = var.text == null ? "" : replace(replace(var.text, local.misread, "$1\"$2\"$3"), local.misread, "$1\"$2\"$3")
  # As JSON meanwhile: the two have different types.
  read = jsondecode(var.text == null ? jsonencode(var.spec) : try(jsonencode(yamldecode(local.quoted)), jsonencode(yamldecode(var.text)), "\"not YAML\""))

  # Values of different types stand as JSON, by dotted path, opened section by section. Null counts as left out.
  is_map = can(keys(local.read))
  depth0 = local.is_map ? { for name, value in local.read : name => jsonencode(value) if value != null } : {}
  depth1 = merge([for path, json in local.depth0 : (
    contains(local.sections, path) && can(keys(jsondecode(json)))
    ? tomap({ for key, inner in jsondecode(json) : "${path}.${key}" => jsonencode(inner) if inner != null })
    : tomap({ (path) = json })
  )]...)
  depth2 = merge([for path, json in local.depth1 : (
    contains(local.sections, path) && can(keys(jsondecode(json)))
    ? tomap({ for key, inner in jsondecode(json) : "${path}.${key}" => jsonencode(inner) if inner != null })
    : tomap({ (path) = json })
  )]...)
  given = local.depth2

  # The text of each scalar, as a person wrote it.
  texts = { for path, json in local.given : path => tostring(jsondecode(json)) if can(tostring(jsondecode(json))) && contains(keys(local.fields), path) }
  # Left out and with a default: for the rules between fields.
  all_texts = merge({ for path, field in local.fields : path => field.default if can(field.default) }, local.texts)

  units = {
    "duration"        = { ms = 1, s = 1000, m = 60000, h = 3600000 }
    "duration or off" = { ms = 1, s = 1000, m = 60000, h = 3600000 }
    "size"            = { "" = 1, B = 1, KiB = 1024, MiB = 1048576, GiB = 1073741824 }
  }
  matches = { for path, text in local.all_texts : path => try(regex(local.fields[path].pattern, text), null) }
  # Milliseconds, bytes or the number itself.
  amounts = { for path, match in local.matches : path => (
    contains(keys(local.units), local.fields[path].type)
    ? tonumber(match[0]) * local.units[local.fields[path].type][match[1] == null ? "" : match[1]]
    : tonumber(match[0])
  ) if try(match[0], null) != null && contains(["duration", "duration or off", "size", "whole number"], local.fields[path].type) }
}
