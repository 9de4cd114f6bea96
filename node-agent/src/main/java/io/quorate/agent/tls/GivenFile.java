package io.quorate.agent.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that the spec names.
 *
 * @param field of the spec
 * @param path where it lies
 */
record GivenFile(String field, Path path) {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");

  /** Far more than any chain of certificates needs. */
  private static final long LARGEST = 1 << 20;

  /**
   * One block of PEM.
   *
   * @param type what stands after BEGIN
   * @param content DER
   */
  record Block(String type, byte[] content) {}

  /** Its blocks of PEM, in their order. */
  List<Block> blocks() throws UnfitFileException {
    List<Block> blocks = new ArrayList<>();
    Matcher found = BLOCK.matcher(text());
    while (found.find()) {
      try {
        blocks.add(new Block(found.group(1), Base64.getMimeDecoder().decode(found.group(2))));
      } catch (IllegalArgumentException e) {
        throw new UnfitFileException(this, "expected PEM, and a block of it is no base64");
      }
    }
    return blocks;
  }

  private String text() throws UnfitFileException {
    try {
      if (Files.size(path) > LARGEST) {
        throw new UnfitFileException(this, "expected PEM, and it has over " + LARGEST + " bytes");
      }
      return Files.readString(path, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new UnfitFileException(this, "there is no such file on this node");
    } catch (AccessDeniedException e) {
      throw new UnfitFileException(
          this, "the agent may not read it: give its user the right, or move the file");
    } catch (IOException e) {
      throw new UnfitFileException(this, "cannot be read: " + e);
    }
  }

  @Override
  public String toString() {
    return field + " (" + path + ")";
  }
}
