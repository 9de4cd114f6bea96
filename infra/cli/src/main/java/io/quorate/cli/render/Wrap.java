package io.quorate.cli.render;

import java.util.ArrayList;
import java.util.List;

/** Breaks prose between words, so that it fits the screen. */
final class Wrap {
  private static final int WIDTH = 110;

  private Wrap() {}

  /** The text on lines of at most 110 characters where its words allow, each after this indent. */
  static List<String> lines(String text, String indent) {
    List<String> lines = new ArrayList<>();
    for (String paragraph : text.split("\n", -1)) {
      paragraph(paragraph, indent, lines);
    }
    return lines;
  }

  private static void paragraph(String text, String indent, List<String> lines) {
    StringBuilder line = new StringBuilder(indent);
    for (String word : text.strip().split(" +", -1)) {
      boolean begun = line.length() > indent.length();
      if (begun && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder(indent).append(word);
      } else {
        line.append(begun ? " " : "").append(word);
      }
    }
    lines.add(line.toString().stripTrailing());
  }
}
