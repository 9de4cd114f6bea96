package io.quorate.cli;

import picocli.CommandLine.Command;

/** The command by itself does nothing: {@link UsageErrors} tells which commands there are. */
@Command(
    name = "quorate",
    description = "Runs etcd clusters on auto-scaling groups: says what you want, shows what is.",
    footer = {
      "",
      "Region, credentials and profile come from where the AWS SDK looks for them, from --profile,",
      "or from a context of ~/.config/quorate/config.yaml.",
      "docs/operations.md explains what status shows, and each condition."
    })
final class RootCommand {}
