package io.quorate.cli.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.codec.JsonTree;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Files of one archive, each without secrets; written at the end, for its owner's eyes only. */
public final class SupportArchive {
  private final String folder;
  private final Map<String, String> files = new TreeMap<>();

  /** An archive whose files stand in one folder. */
  public SupportArchive(String folder) {
    this.folder = folder;
  }

  /** Adds a text. */
  public void text(String name, String text) {
    files.put(name, Redaction.text(text));
  }

  /** Adds to the end of a text. */
  public void append(String name, String text) {
    files.merge(name, Redaction.text(text), String::concat);
  }

  /** Adds a tree, as JSON. */
  public void tree(String name, Map<String, Object> tree) {
    // As text once more: a secret may span what the tree has in parts.
    text(name, JsonTree.pretty(Redaction.tree(tree)));
  }

  /** Adds one line of JSON to a file of lines. */
  public void line(String name, Map<String, Object> tree) {
    append(name, JsonTree.write(Redaction.tree(tree)) + "\n");
  }

  /** How many files it has. */
  public int size() {
    return files.size();
  }

  /**
   * Writes it; never over a file that is there.
   *
   * @throws IOException when it cannot be written
   */
  public void write(Path target) throws IOException {
    Files.createFile(
        target, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (OutputStream out = Files.newOutputStream(target);
        ZipOutputStream zip = new ZipOutputStream(out, UTF_8)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(folder + "/" + file.getKey()));
        zip.write(file.getValue().getBytes(UTF_8));
        zip.closeEntry();
      }
    }
  }
}
