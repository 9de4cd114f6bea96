variable "spec" {
  description = "The spec as it was given: docs/configuration.md lists the fields."
  type        = any
  nullable    = false
}

variable "refuse" {
  description = "Whether a spec with errors fails the plan; if false, they are only listed."
  type        = bool
  default     = true
  nullable    = false
}
