package io.quorate.agent.wal;

import io.quorate.agent.wal.WalSummary.HardState;
import io.quorate.agent.wal.WalSummary.Metadata;
import io.quorate.agent.wal.WalSummary.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decodes the data of each record type (etcd's raft.proto, metadata.proto and wal snapshot). */
final class WalRecords {
  private static final int SMALL_MAX = 64 * 1024;
  private static final int ENTRY_HEADER_MAX = 64;
  private static final int ENTRY_DATA = 4 << 3 | 2;
  private static final Proto.Nested NOTHING_NESTED = (field, message) -> {};

  private WalRecords() {}

  /** Term and index of an entry. */
  record EntryPosition(long term, long index) {}

  static EntryPosition entry(FileWindow file, Frame.Body body)
      throws IOException, MalformedRecordException {
    int count = (int) Math.min(body.dataLength(), ENTRY_HEADER_MAX);
    Proto entry = new Proto(file.read(body.dataAt(), count), 0, count);
    long term = 0;
    while (entry.hasMore()) {
      long key = entry.varint();
      if (key == 3 << 3) {
        return new EntryPosition(term, entry.varint());
      }
      if ((key & 7) != 0) {
        break;
      }
      long value = entry.varint();
      term = key == 2 << 3 ? value : term;
    }
    throw new MalformedRecordException("entry without an index");
  }

  /** The index of an entry that holds a request of API v2, itself or within one of API v3. */
  static Optional<Long> versionTwoRequest(FileWindow file, Frame.Body body)
      throws IOException, MalformedRecordException {
    int count = (int) Math.min(body.dataLength(), ENTRY_HEADER_MAX);
    Proto entry = new Proto(file.read(body.dataAt(), count), 0, count);
    long index = 0;
    while (entry.hasMore()) {
      long key = entry.varint();
      if (key == ENTRY_DATA) {
        entry.varint();
        return secondField(entry) ? Optional.of(index) : Optional.empty();
      }
      long value = entry.varint();
      if (key == 1 << 3 && value != 0) {
        return Optional.empty(); // A change of the members.
      }
      index = key == 3 << 3 ? value : index;
    }
    return Optional.empty();
  }

  /** Both kinds of request have their id first, and then what only API v2 has in a second field. */
  private static boolean secondField(Proto request) throws MalformedRecordException {
    if (!request.hasMore()) {
      return false;
    }
    long key = request.varint();
    if (key == 1 << 3) {
      request.varint();
      key = request.hasMore() ? request.varint() : 0;
    }
    return key == (2 << 3 | 2);
  }

  static HardState hardState(FileWindow file, Frame.Body body)
      throws IOException, MalformedRecordException {
    long[] fields = numbers(small(file, body), 3);
    return new HardState(fields[1], fields[2], fields[3]);
  }

  static Metadata metadata(FileWindow file, Frame.Body body)
      throws IOException, MalformedRecordException {
    long[] fields = numbers(small(file, body), 2);
    if (fields[1] == 0 || fields[2] == 0) {
      throw new MalformedRecordException("metadata without a member id and a cluster id");
    }
    return new Metadata(fields[1], fields[2]);
  }

  static Snapshot snapshot(FileWindow file, Frame.Body body)
      throws IOException, MalformedRecordException {
    long[] fields = new long[3];
    List<Long> voters = new ArrayList<>();
    List<Long> learners = new ArrayList<>();
    small(file, body)
        .fields(
            (field, value) -> {
              if (field < fields.length) {
                fields[field] = value;
              }
            },
            (field, message) -> {
              if (field == 3) {
                message.fields(
                    (member, id) -> {
                      if (member == 1) {
                        voters.add(id);
                      } else if (member == 2) {
                        learners.add(id);
                      }
                    },
                    NOTHING_NESTED);
              }
            });
    return new Snapshot(fields[1], fields[2], voters, learners);
  }

  private static long[] numbers(Proto message, int count) throws MalformedRecordException {
    long[] fields = new long[count + 1];
    message.fields(
        (field, value) -> {
          if (field <= count) {
            fields[field] = value;
          }
        },
        NOTHING_NESTED);
    return fields;
  }

  private static Proto small(FileWindow file, Frame.Body body)
      throws IOException, MalformedRecordException {
    if (body.dataLength() > SMALL_MAX) {
      throw new MalformedRecordException(
          body.dataLength() + " bytes of data, expected at most " + SMALL_MAX);
    }
    int count = (int) body.dataLength();
    return new Proto(file.read(body.dataAt(), count), 0, count);
  }
}
