package io.quorate.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The text of a cluster's file, or what is wrong with the file. */
public final class SpecText {
  /** Names standard input. */
  static final String STDIN = "-";

  private static final int MOST_BYTES = 1 << 20;
  private static final String EXPECTED =
      "expected a cluster's YAML file; docs/configuration.md shows one";

  private SpecText() {}

  /** Reads a file, or standard input. */
  public static String read(String file, InputStream standardInput) {
    String name = file.equals(STDIN) ? "standard input" : "'" + file + "'";
    if (!file.equals(STDIN) && Files.isDirectory(Path.of(file))) {
      throw refused(name + " is a directory", null);
    }
    byte[] bytes = bytes(name, file, standardInput);
    String text = text(name, bytes);
    if (text.isBlank()) {
      throw refused(name + " is empty", null);
    }
    return text;
  }

  private static byte[] bytes(String name, String file, InputStream standardInput) {
    try {
      if (file.equals(STDIN)) {
        return bounded(name, standardInput);
      }
      try (InputStream stored = Files.newInputStream(Path.of(file))) {
        return bounded(name, stored);
      }
    } catch (NoSuchFileException missing) {
      throw refused("no file " + name, missing);
    } catch (AccessDeniedException denied) {
      throw refused("cannot read " + name + ": permission denied", denied);
    } catch (IOException unreadable) {
      throw refused("cannot read " + name + ": " + reason(unreadable), unreadable);
    }
  }

  private static byte[] bounded(String name, InputStream from) throws IOException {
    byte[] bytes = from.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw refused(name + " is longer than " + MOST_BYTES + " bytes", null);
    }
    return bytes;
  }

  private static String text(String name, byte[] bytes) {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.indexOf('\0') < 0) {
        return text;
      }
    } catch (CharacterCodingException binary) {
      throw refused(name + " is not text in UTF-8", binary);
    }
    throw refused(name + " is not text: it has a NUL character", null);
  }

  private static String reason(IOException unreadable) {
    String reason =
        unreadable instanceof FileSystemException known
            ? known.getReason()
            : unreadable.getMessage();
    return reason == null ? "the system gives no reason" : reason;
  }

  private static CommandFailure refused(String why, @Nullable Throwable cause) {
    return new CommandFailure(CommandExitCode.BAD_INPUT, why + ": " + EXPECTED, cause);
  }
}
