package io.quorate.agent.snapshots;

import io.quorate.agent.tasks.TaskRun;
import io.quorate.model.Sha256;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.function.LongConsumer;

/** Tells how far a transfer is, ends it on an interrupt, and hashes what is read. */
final class Transfer {
  private static final long MIB = 1024 * 1024;

  private Transfer() {}

  /** Tells the bytes so far, of about so many. */
  static LongConsumer progress(TaskRun run, String what, long ofBytes) {
    return bytes -> {
      if (Thread.currentThread().isInterrupted()) {
        throw new TaskStoppedException(what);
      }
      run.tell(what + " " + bytes / MIB + " of " + ofBytes / MIB + " MiB");
    };
  }

  /** A stream that counts and hashes what is read of it. */
  static final class Hashed extends FilterInputStream {
    private final MessageDigest digest = Sha256.digest();
    private final LongConsumer progress;
    private long bytes;

    Hashed(InputStream in, LongConsumer progress) {
      super(in);
      this.progress = progress;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int read = super.read(into, from, length);
      if (read > 0) {
        digest.update(into, from, read);
        bytes += read;
        progress.accept(bytes);
      }
      return read;
    }

    /** How many bytes were read. */
    long bytes() {
      return bytes;
    }

    /** Compares it with what is there to be read: less than that is no snapshot. */
    void expect(long sizeBytes, String key) throws TaskFailedException {
      if (bytes != sizeBytes) {
        throw Failures.other(
            "of "
                + sizeBytes
                + " bytes that etcd sent only "
                + bytes
                + " were uploaded to "
                + key
                + ": it is not used");
      }
    }

    /** SHA-256 of what was read, in hex; the stream is not to be read on. */
    String sha256Hex() {
      return Sha256.hex(digest);
    }
  }
}
