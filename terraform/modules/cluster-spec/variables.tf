variable "spec" {
  description = "The spec as it was given: docs/configuration.md lists the fields."
  type        = any
  default     = null
}

variable "text" {
  description = "The text of a YAML file with the spec, in place of `spec`. Values are read as they are written, as `quorate apply` reads them: `off` and `3.50` without quotes are no `false` and no `3.5`."
  type        = string
  default     = null

  validation {
    condition     = (var.text == null) != (var.spec == null)
    error_message = "text: expected either `spec` or `text`."
  }
  validation {
    condition     = var.text == null || try(length(base64encode(var.text)) <= 87384, false) # As io.quorate.spec.YamlTree.
    error_message = "text: expected at most 65536 bytes."
  }
}

variable "refuse" {
  description = "Whether a spec with errors fails the plan; if false, they are only listed."
  type        = bool
  default     = true
  nullable    = false
}
