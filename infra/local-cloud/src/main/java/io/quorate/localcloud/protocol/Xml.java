package io.quorate.localcloud.protocol;

import java.util.Collection;
import java.util.Optional;
import java.util.function.Consumer;

/** Writes XML, element by element, escaping all text. */
public final class Xml {
  private final StringBuilder out =
      new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  private final String item;

  /** A writer whose lists name each entry {@code item}: "member" in query, "item" in EC2. */
  public Xml(String item) {
    this.item = item;
  }

  /** An element with text. */
  public Xml text(String name, Object value) {
    out.append('<').append(name).append('>');
    out.append(escape(value.toString()));
    out.append("</").append(name).append('>');
    return this;
  }

  /** An element with text, or nothing. */
  public Xml text(String name, Optional<?> value) {
    value.ifPresent(present -> text(name, present));
    return this;
  }

  /** An element with a body. */
  public Xml element(String name, Runnable body) {
    return element(name, "", body);
  }

  /** An element of a namespace with a body; none where the namespace is empty. */
  public Xml element(String name, String namespace, Runnable body) {
    out.append('<').append(name);
    if (!namespace.isEmpty()) {
      out.append(" xmlns=\"").append(escape(namespace)).append('"');
    }
    out.append('>');
    body.run();
    out.append("</").append(name).append('>');
    return this;
  }

  /** A list element with one entry for each value. */
  public <T> Xml list(String name, Collection<T> values, Consumer<T> each) {
    return element(name, () -> values.forEach(value -> element(item, () -> each.accept(value))));
  }

  /** A list element whose entries are plain text. */
  public Xml texts(String name, Collection<?> values) {
    return element(name, () -> values.forEach(value -> text(item, value)));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
