package io.quorate.cli.snapshot;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.snapshot.SnapshotId;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a new cluster's snapshot comes from, by what people type. */
public sealed interface ImportSource {
  /** A snapshot in the catalogue of some cluster of the table. */
  record Catalogued(SnapshotId id) implements ImportSource {}

  /** An object of any bucket. */
  record StoredObject(String bucket, String key) implements ImportSource {}

  /** A file of this machine. */
  record LocalFile(Path file) implements ImportSource {}

  /** The form of an object's address. */
  Pattern ADDRESS = Pattern.compile("s3://([^/]+)/(.+)");

  /** Reads {@code ID}, {@code s3://BUCKET/KEY} or a file's name. */
  static ImportSource of(String text) {
    Matcher address = ADDRESS.matcher(text);
    if (address.matches()) {
      return new StoredObject(address.group(1), address.group(2));
    }
    if (text.startsWith("s3:")) {
      throw new CommandFailure(
          CommandExitCode.USAGE, "'" + text + "': expected the form s3://BUCKET/KEY");
    }
    try {
      return new Catalogued(new SnapshotId(text));
    } catch (IllegalArgumentException notAnId) {
      return new LocalFile(Path.of(text));
    }
  }
}
