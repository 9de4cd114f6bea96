package io.quorate.agent.snapshots;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.secrets.SecretUnavailableException;
import io.quorate.secrets.Secrets;
import io.quorate.spec.PasswordSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A user's password, from where the spec says it stands. What is found there is told to nobody, not
 * even where it is no password.
 */
sealed interface UserPassword {
  /** The longest that bcrypt, by which etcd keeps passwords, takes in full. */
  int LONGEST = 72;

  /** The password. */
  record Found(String password) implements UserPassword {
    @Override
    public String toString() {
      return "a password";
    }
  }

  /** There is none. */
  record Unreadable(String why) implements UserPassword {}

  /** Reads it: the only line of a file, or the value of a secret. */
  static UserPassword read(PasswordSource from, Secrets secrets) {
    return switch (from.kind()) {
      case FILE -> ofFile(from.place());
      case SECRET -> ofSecret(from.place(), secrets);
    };
  }

  private static UserPassword ofFile(String file) {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      return checked(file, new String(in.readNBytes(LONGEST + 3), UTF_8));
    } catch (NoSuchFileException e) {
      return new Unreadable(file + " is not on the node");
    } catch (IOException e) {
      return new Unreadable(file + " cannot be read: " + e.getClass().getSimpleName());
    }
  }

  /** A secret that AWS or its console makes is a JSON object, with the password under its name. */
  private static UserPassword ofSecret(String arn, Secrets secrets) {
    try {
      String value = secrets.value(arn);
      Optional<Map<String, Object>> object = object(value);
      if (object.isEmpty()) {
        return checked(arn, value);
      }
      return object.get().get("password") instanceof String password
          ? checked(arn, password)
          : new Unreadable(arn + " is a JSON object without a text \"password\"");
    } catch (SecretUnavailableException e) {
      return new Unreadable(e.words());
    }
  }

  private static Optional<Map<String, Object>> object(String value) {
    try {
      return value.startsWith("{") ? Optional.of(JSON.std.mapFrom(value)) : Optional.empty();
    } catch (IOException noJson) {
      return Optional.empty();
    }
  }

  private static UserPassword checked(String from, String content) {
    String line = content.stripTrailing();
    boolean sound =
        !line.isBlank()
            && line.getBytes(UTF_8).length <= LONGEST
            && line.chars().noneMatch(Character::isISOControl);
    return sound
        ? new Found(line)
        : new Unreadable(from + " has no password: expected one line of 1 to 72 bytes");
  }
}
