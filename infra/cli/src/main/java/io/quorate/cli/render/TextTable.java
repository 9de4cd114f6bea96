package io.quorate.cli.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Columns as wide as their widest cell, two blanks between them, no line trailing blanks. */
public final class TextTable {
  private final List<String> header;
  private final Set<String> rightAligned;
  private final List<List<String>> rows = new ArrayList<>();

  /** A table with these headings, of which some have numbers below them. */
  public TextTable(List<String> header, Set<String> rightAligned) {
    this.header = List.copyOf(header);
    this.rightAligned = Set.copyOf(rightAligned);
  }

  /** Adds a row with a cell for each heading. */
  public void row(List<String> cells) {
    if (cells.size() != header.size()) {
      throw new IllegalArgumentException(
          "row of " + cells.size() + " cells: expected one for each of " + header);
    }
    rows.add(List.copyOf(cells));
  }

  /** The lines, the headings first, each after this indent. */
  public List<String> lines(String indent) {
    List<String> lines = new ArrayList<>();
    lines.add(line(indent, header));
    rows.forEach(row -> lines.add(line(indent, row)));
    return lines;
  }

  private String line(String indent, List<String> cells) {
    StringBuilder line = new StringBuilder(indent);
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      String padding = " ".repeat(width(column) - cell.length());
      boolean right = rightAligned.contains(header.get(column));
      line.append(right ? padding + cell : cell + padding).append("  ");
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    return rows.stream()
        .mapToInt(row -> row.get(column).length())
        .reduce(header.get(column).length(), Math::max);
  }
}
