package io.quorate.agent.wal;

import java.io.IOException;

/**
 * One record's place in a segment: an 8-byte little-endian word (low 56 bits the record's length;
 * top bit set when padded, then 3 bits of padding), the record, zeros up to a multiple of 8.
 *
 * @param type the record's type: 1 metadata, 2 entry, 3 HardState, 4 checksum, 5 snapshot
 * @param end where the next frame begins
 */
record Frame(long at, long length, int type, long end) {
  static final int METADATA = 1;
  static final int ENTRY = 2;
  static final int HARD_STATE = 3;
  static final int CHECKSUM = 4;
  static final int SNAPSHOT = 5;

  private static final int WORD = Long.BYTES;
  private static final long LENGTH_BITS = (1L << 56) - 1;
  private static final int TYPE_TAG = 0x08;
  private static final int CRC_FIELD = 2;
  private static final int DATA_FIELD = 3;

  /** More than tag, type, checksum and the data's length ever take. */
  private static final int HEADER_MAX = 32;

  /** Whether the segment ends here: a zero word, or nothing more. */
  static boolean endsAt(FileWindow file, long at) throws IOException {
    return at == file.length() || (at + WORD <= file.length() && file.readLong(at) == 0);
  }

  /** Whether the frame's announced end lies past the end of the file. */
  static boolean isCutOff(FileWindow file, long at) throws IOException {
    return at + WORD > file.length() || endOf(at, file.readLong(at)) > file.length();
  }

  static Frame at(FileWindow file, long at) throws IOException, MalformedRecordException {
    long word = file.readLong(at);
    long length = word & LENGTH_BITS;
    long end = endOf(at, word);
    if (length < 4 || end - at < 2 * WORD) {
      throw new MalformedRecordException("record of " + length + " bytes, expected at least 4");
    }
    long first = file.readLong(at + WORD);
    int type = (int) (first >>> 8) & 0xff;
    if ((first & 0xff) != TYPE_TAG || type < METADATA || type > SNAPSHOT) {
      throw new MalformedRecordException("record type " + type + ", expected 1 to 5");
    }
    return new Frame(at, length, type, end);
  }

  private static long endOf(long at, long word) {
    long padding = word < 0 ? (word >>> 56) & 7 : 0;
    return at + WORD + (word & LENGTH_BITS) + padding;
  }

  /** The stored checksum and where the data lies. */
  Body body(FileWindow file) throws IOException, MalformedRecordException {
    int count = (int) Math.min(length, HEADER_MAX);
    Proto header = new Proto(file.read(at + WORD, count), 0, count);
    header.varint();
    header.varint();
    if (header.varint() >>> 3 != CRC_FIELD) {
      throw new MalformedRecordException("record without a checksum");
    }
    int crc = (int) header.varint();
    long recordEnd = at + WORD + length;
    if (!header.hasMore()) {
      return new Body(crc, recordEnd, 0);
    }
    if (header.varint() >>> 3 != DATA_FIELD) {
      throw new MalformedRecordException("record with an unknown field");
    }
    long dataLength = header.varint();
    long dataAt = at + WORD + header.position();
    if (dataLength != recordEnd - dataAt) {
      throw new MalformedRecordException(
          dataLength + " bytes of data, expected " + (recordEnd - dataAt));
    }
    return new Body(crc, dataAt, dataLength);
  }

  /** A record's checksum, rolling over the data of all records up to this one, and its data. */
  record Body(int crc, long dataAt, long dataLength) {}
}
