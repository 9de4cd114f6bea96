package io.quorate.command;

import io.quorate.release.ReleaseArchive;
import io.quorate.spec.EtcdVersion;
import io.quorate.wire.Wire;
import java.time.Duration;
import java.util.List;

/**
 * Download an etcd release from the bucket, check it and keep it beside the data, ready to be run.
 *
 * @param header who is told, and by whom
 * @param release the exact release
 * @param archives its archive for each platform
 * @param deadline how long it may take
 */
public record PrepareRelease(
    @Wire.Inline CommandHeader header,
    EtcdVersion release,
    List<ReleaseArchive> archives,
    @Wire.After("header") Duration deadline)
    implements Command {
  public PrepareRelease {
    archives = List.copyOf(archives);
  }

  @Override
  public CommandKind kind() {
    return CommandKind.PREPARE_RELEASE;
  }
}
