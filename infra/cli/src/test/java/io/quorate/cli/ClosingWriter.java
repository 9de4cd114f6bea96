package io.quorate.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/** A pipe whose reader takes so many lines and then closes it. */
final class ClosingWriter extends FilterWriter {
  private int lines;

  ClosingWriter(Writer reader, int lines) {
    super(reader);
    this.lines = lines;
  }

  @Override
  public void write(int character) throws IOException {
    write(new char[] {(char) character}, 0, 1);
  }

  @Override
  public void write(String text, int from, int length) throws IOException {
    write(text.toCharArray(), from, length);
  }

  @Override
  public void write(char[] text, int from, int length) throws IOException {
    for (int i = from; i < from + length; i++) {
      if (lines == 0) {
        throw new IOException("Broken pipe");
      }
      out.write(text[i]);
      lines -= text[i] == '\n' ? 1 : 0;
    }
  }
}
