package io.quorate.agent.snapshots;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A password in a file on the node: its only line. What it holds is told to nobody, not even where
 * it is no password.
 */
sealed interface PasswordFile {
  /** The longest that bcrypt, by which etcd keeps passwords, takes in full. */
  int LONGEST = 72;

  /** The password. */
  record Found(String password) implements PasswordFile {
    @Override
    public String toString() {
      return "a password";
    }
  }

  /** There is none. */
  record Unreadable(String why) implements PasswordFile {}

  /** Reads it. */
  static PasswordFile read(String file) {
    byte[] content;
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      content = in.readNBytes(LONGEST + 3);
    } catch (NoSuchFileException e) {
      return new Unreadable(file + " is not on the node");
    } catch (IOException e) {
      return new Unreadable(file + " cannot be read: " + e.getClass().getSimpleName());
    }
    String line = new String(content, UTF_8).stripTrailing();
    boolean sound =
        !line.isBlank()
            && line.getBytes(UTF_8).length <= LONGEST
            && line.chars().noneMatch(Character::isISOControl);
    return sound
        ? new Found(line)
        : new Unreadable(file + " has no password: expected one line of 1 to 72 bytes");
  }
}
