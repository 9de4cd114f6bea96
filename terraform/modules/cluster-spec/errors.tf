locals {
  not_a_map = local.is_map ? [] : ["(file): expected a map of fields; docs/configuration.md shows one"]

  unknown = [for path, json in local.given : (
    contains(local.sections, path) ? "${path}: ${json}: expected a section with fields of its own"
    : "${path}: ${json}: unknown field"
  ) if !contains(keys(local.fields), path)]

  missing = [for path, field in local.fields : "${path}: nothing: required: expected ${field.allowed}"
  if field.required && !contains(keys(local.given), path)]

  # Both sides of || are always evaluated, hence the try around each.
  malformed = [for path, json in local.given : "${path}: ${json}: expected ${local.fields[path].allowed}"
    if contains(keys(local.fields), path) && !contains(["map of flag to text", "list of names", "list of roles", "list of users"], try(local.fields[path].type, "")) && anytrue([
      !can(local.texts[path]),
      can(local.fields[path].pattern) && try(local.matches[path], null) == null,
      try(local.amounts[path] < local.fields[path].least, false),
      try(local.amounts[path] > local.fields[path].most, false),
      try(local.fields[path].type == "size" && floor(local.amounts[path]) != local.amounts[path], false),
  ])]

  # Flags, brought to the command line's name.
  flags_json = lookup(local.given, "etcd.extraFlags", "{}")
  flags_map  = can(keys(jsondecode(local.flags_json))) ? { for name, value in jsondecode(local.flags_json) : name => try(tostring(value), null) } : {}
  flag_names = { for name in keys(local.flags_map) : name => trimprefix(replace(lower(replace(trimspace(name), "/^-+/", "")), "_", "-"), "etcd-") }
  flag_bare  = { for name, flag in local.flag_names : name => trimprefix(flag, "experimental-") }
  denials = { for name, flag in local.flag_bare : name => one(slice(concat([for denial in local.catalogue.denied_flags : denial.reason
  if endswith(denial.pattern, "*") ? startswith(flag, trimsuffix(denial.pattern, "*")) : flag == denial.pattern], [null]), 0, 1)) }
  known_flags = { for name, flag in local.flag_bare : name => (
    contains(local.catalogue.flags, "experimental-${flag}") ? "experimental-${flag}" : contains(local.catalogue.flags, flag) ? flag : null
  ) }
  truths = ["1", "t", "T", "true", "True", "TRUE"]
  flags = concat(
    can(keys(jsondecode(local.flags_json))) && length(local.flags_map) <= 64 ? [] : ["etcd.extraFlags: ${local.flags_json}: expected ${local.fields["etcd.extraFlags"].allowed}"],
    [for name, value in local.flags_map : "etcd.extraFlags.${name}: refused: ${local.denials[name]}" if local.denials[name] != null],
    [for name, value in local.flags_map : "etcd.extraFlags.${name}: etcd 3.5 has no such flag and would not start" if local.denials[name] == null && local.known_flags[name] == null],
    [for name, value in local.flags_map : "etcd.extraFlags.${name}: expected text, a number, true or false, in one line of 1024"
    if local.denials[name] == null && local.known_flags[name] != null && !can(regex("^[^[:cntrl:]]{0,1000}[^[:cntrl:]]{0,24}$", value))],
    [for name, value in local.flags_map : "etcd.extraFlags.${name}: ${jsonencode(value)}: expected ${local.catalogue.flag_values[local.known_flags[name]].allowed}; etcd would not start with it"
    if local.denials[name] == null && local.known_flags[name] != null && can(regex("^[^[:cntrl:]]{0,1000}[^[:cntrl:]]{0,24}$", value)) && !can(regex(local.catalogue.flag_values[local.known_flags[name]].pattern, value))],
    [for name, flag in local.known_flags : "etcd.extraFlags.${flag}: ${jsonencode(local.flags_map[name])}: expected experimental-enable-lease-checkpoint to be true, too; etcd would not start with it"
      if flag == "experimental-enable-lease-checkpoint-persist" && contains(local.truths, coalesce(local.flags_map[name], "-")) && !anytrue(
    [for other, known in local.known_flags : known == "experimental-enable-lease-checkpoint" && contains(local.truths, coalesce(local.flags_map[other], "-"))])],
    [for flag in distinct([for known in values(local.known_flags) : known if known != null]) : "etcd.extraFlags: the flag ${flag} is given twice; keep one of them"
    if length([for known in values(local.known_flags) : known if known == flag]) > 1],
  )

  # Names: what is one is checked again, and in full, when the spec is stored.
  sans_json = lookup(local.given, "tls.sans", "[]")
  sans      = try([for name in jsondecode(local.sans_json) : tostring(name)], [])
  names = concat(
    can([for name in jsondecode(local.sans_json) : tostring(name)]) && startswith(local.sans_json, "[") && length(local.sans) <= 32 ? [] : ["tls.sans: ${local.sans_json}: expected ${local.fields["tls.sans"].allowed}"],
    [for name in local.sans : "tls.sans: ${jsonencode(name)}: expected ${local.fields["tls.sans"].allowed}"
    if !can(regex("^(\\*\\.)?[a-z0-9:][a-z0-9.:-]{0,252}$", name))],
    [for name in distinct(local.sans) : "tls.sans: ${jsonencode(name)}: given twice; keep one of them" if length([for other in local.sans : other if other == name]) > 1],
  )

  # Roles and users: that each is a list of maps with a name. The rest is checked when the spec is stored.
  auth_lists = [for path in ["auth.roles", "auth.users"] : "${path}: ${lookup(local.given, path, "[]")}: expected ${local.fields[path].allowed}"
  if !startswith(lookup(local.given, path, "[]"), "[") || !can([for item in jsondecode(lookup(local.given, path, "[]")) : tostring(item.name)])]

  # Agents may read the secrets that are named here, and no other; the controller checks all of the rest.
  secret_texts = { for at, user in try(jsondecode(lookup(local.given, "auth.users", "[]")), []) : at => tostring(user.passwordFrom.secret) if can(tostring(user.passwordFrom.secret)) }
  secrets      = distinct(values(local.secret_texts))
  bad_secrets = [for at, arn in local.secret_texts : "auth.users[${at}].passwordFrom.secret: ${jsonencode(arn)}: expected the whole ARN of a secret of AWS Secrets Manager, with the six characters at its end"
  if !can(regex("^arn:aws[a-z-]{0,16}:secretsmanager:[a-z0-9-]{4,32}:[0-9]{12}:secret:[A-Za-z0-9/_+=.@-]{1,505}-[A-Za-z0-9]{6}$", arn))]

  # The rules between fields. Each holds where one of its fields is malformed: that was said already.
  mode      = lookup(local.all_texts, "etcd.autoCompaction.mode", "periodic")
  retention = lookup(local.texts, "etcd.autoCompaction.retention", null)
  age       = try(tonumber(regex("^([0-9]{1,12})(ms|s|m|h)$", local.retention)[0]) * local.units["duration"][regex("^([0-9]{1,12})(ms|s|m|h)$", local.retention)[1]], null)
  revisions = try(tonumber(regex("^([0-9]{1,18})$", local.retention)[0]), null)
  retention_sound = local.retention == null || (
    local.mode == "periodic" ? try(local.age >= 60000 && local.age <= 31536000000, false)
    : local.mode == "revision" ? try(local.revisions >= 1 && local.revisions <= 1000000000, false)
    : local.mode != "off"
  )
  sound = { for path, amount in local.amounts : path => amount
  if !can(local.fields[path].least) || try(amount >= local.fields[path].least && amount <= local.fields[path].most, false) }
  silence = try(local.sound["timings.heartbeatSteady"] * local.sound["timings.missedHeartbeats"], 0)
  rules = [
    { field = "etcd.autoCompaction.retention", holds = local.retention_sound, expected = "expected ${local.fields["etcd.autoCompaction.retention"].allowed}; none with mode off; the mode here is ${local.mode}" },
    { field = "etcd.maxRequest", holds = try(local.sound["etcd.maxRequest"] < local.sound["etcd.quota"], true), expected = "expected less than etcd.quota" },
    { field = "etcd.electionTimeout", holds = try(local.sound["etcd.electionTimeout"] >= 5 * local.sound["etcd.heartbeatInterval"], true), expected = "expected at least five times etcd.heartbeatInterval" },
    { field = "timings.heartbeatSteady", holds = try(local.sound["timings.heartbeatSteady"] >= local.sound["timings.heartbeatFast"], true), expected = "expected at least timings.heartbeatFast" },
    { field = "timings.silentGrace", holds = try(local.sound["timings.silentGrace"] >= local.silence, true), expected = "expected at least timings.heartbeatSteady x timings.missedHeartbeats" },
    { field = "timings.joinDeadline", holds = try(local.sound["timings.joinDeadline"] >= local.silence, true), expected = "expected at least timings.heartbeatSteady x timings.missedHeartbeats" },
    { field = "timings.silentGrace", holds = try(local.sound["timings.silentGrace"] >= 2 * local.sound["etcd.electionTimeout"], true), expected = "expected at least two times etcd.electionTimeout" },
    { field = "tls.clients", holds = local.tls_mode != "off" || lookup(local.all_texts, "tls.clients", "off") == "off", expected = "expected off, since tls.mode is off" },
    { field = "auth.enabled", holds = lookup(local.all_texts, "auth.enabled", "false") != "true" || lookup(local.all_texts, "tls.clients", "off") != "off", expected = "expected false, since tls.clients is off: set tls.mode and tls.clients: required" },
    { field = "auth.enabled", holds = can(local.given["auth.enabled"]) || length([for path in keys(local.given) : path if startswith(path, "auth.")]) == 0, expected = "expected true or false, since other fields of auth are given" },
    { field = "tls.sans", holds = local.tls_mode == "managed" || length(local.sans) == 0, expected = "expected none, since tls.mode is ${local.tls_mode}" },
    { field = "timings.joinDeadline", holds = try(local.sound["timings.joinDeadline"] >= 2 * local.sound["etcd.electionTimeout"], true), expected = "expected at least two times etcd.electionTimeout" },
  ]
  token_type = lookup(local.all_texts, "auth.token.type", "simple")
  token_rules = concat(
    [{ field = "auth.token.keys", holds = local.token_type != "jwt" || can(local.given["auth.token.keys"]) != can(local.given["auth.token.privateKey"]), expected = "expected either managed here, or a path in auth.token.privateKey, since auth.token.type is jwt" }],
    [for path in ["auth.token.signMethod", "auth.token.ttl", "auth.token.privateKey", "auth.token.keys"] : {
      field = path, holds = local.token_type == "jwt" || !can(local.given[path]) || try(local.texts[path] == local.fields[path].default, false), expected = "expected none, since auth.token.type is simple"
    }],
  )
  name_rules = [for path, other in { "dns.zone" = "dns.name", "dns.name" = "dns.zone" } : {
    field = path, holds = !contains(keys(local.given), other) || contains(keys(local.given), path), expected = "expected ${local.fields[path].allowed}, since ${other} is given"
  }]
  tls_mode     = lookup(local.all_texts, "tls.mode", "off")
  given_files  = [for path in keys(local.fields) : path if startswith(path, "tls.files.") && contains(keys(local.texts), path)]
  needed_files = [for name in ["peerCertificate", "peerKey", "peerCa", "certificate", "key", "clientCa"] : "tls.files.${name}" if local.tls_mode == "files"]
  both_files   = [for name in ["agentCertificate", "agentKey"] : "tls.files.${name}" if local.tls_mode == "files" && (contains(local.given_files, "tls.files.agentCertificate") || contains(local.given_files, "tls.files.agentKey"))]
  file_rules = concat(
    [for path in local.given_files : { field = path, holds = local.tls_mode == "files", expected = "expected none, since tls.mode is ${local.tls_mode}" }],
    [for path in concat(local.needed_files, local.both_files) : { field = path, holds = contains(local.given_files, path), expected = "expected ${local.fields[path].allowed}, since tls.mode is files" }],
  )
  broken = [for rule in concat(local.rules, local.name_rules, local.token_rules, local.file_rules) : "${rule.field}: ${lookup(local.all_texts, rule.field, "nothing")}: ${rule.expected}" if !rule.holds]

  errors = concat(local.not_a_map, local.unknown, local.missing, local.malformed, local.flags, local.names, local.auth_lists, local.bad_secrets, local.broken)
  name   = lookup(local.texts, "name", "")
}
