package io.quorate.etcdmodel.differential;

import java.util.List;

/**
 * A history that can be replayed.
 *
 * @param seed of the model's chances
 * @param size how many members it begins with
 * @param ops the operations
 */
record History(long seed, int size, List<Op> ops) {
  String text() {
    StringBuilder text = new StringBuilder("begin " + size + "\n");
    ops.forEach(op -> text.append(op).append('\n'));
    return text.toString();
  }

  /** Reads the lines of a text as {@link #text} writes it; {@code #} begins a comment. */
  static History parse(List<String> lines) {
    List<String> all = lines.stream().filter(l -> !l.isBlank() && !l.startsWith("#")).toList();
    int size = Integer.parseInt(all.get(0).replace("begin ", ""));
    return new History(1, size, all.subList(1, all.size()).stream().map(Op::parse).toList());
  }
}
