package io.quorate.command;

import io.quorate.model.MemberId;
import io.quorate.wire.Wire;
import java.time.Duration;

/**
 * Tell the HashKV of the own member's keys at a revision, so that the voters' data can be compared.
 *
 * @param header who is told, and by whom
 * @param member the own member, for which alone it speaks
 * @param revision the revision, which no voter has compacted
 * @param deadline how long it may take
 */
public record CompareData(
    @Wire.Inline CommandHeader header,
    MemberId member,
    long revision,
    @Wire.After("header") Duration deadline)
    implements Command {
  /** Name of the value of its outcome with the hash. */
  public static final String HASH = "hash";

  /** Name of the value of its outcome with the revision. */
  public static final String REVISION = "revision";

  /** Name of the value of its outcome with the revision up to which the keys were compacted. */
  public static final String COMPACT_REVISION = "compactRevision";

  /** Name of the value of its outcome that tells the database's file from any other. */
  public static final String FILE = "file";

  /** Name of the value of its outcome that tells that the database's file is the member's first. */
  public static final String FIRST_FILE = "firstFile";

  @Override
  public CommandKind kind() {
    return CommandKind.COMPARE_DATA;
  }
}
