package io.quorate.codec;

import io.quorate.wire.Wire;
import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A text or a number whose reader is bounded, whoever wrote it. */
final class BoundedForm extends Form {
  private final Form form;
  private final int longest;
  private final boolean cut;
  private final Optional<Long> least;

  private BoundedForm(Form form, int longest, boolean cut, Optional<Long> least) {
    this.form = form;
    this.longest = longest;
    this.cut = cut;
    this.least = least;
  }

  /** The form, bounded as the component's annotations say. */
  static Form of(Form form, AnnotatedElement component) {
    Wire.Longest longest = component.getAnnotation(Wire.Longest.class);
    if (longest != null) {
      return new BoundedForm(form, longest.value(), false, Optional.empty());
    }
    Wire.Cut cut = component.getAnnotation(Wire.Cut.class);
    if (cut != null) {
      return new BoundedForm(form, cut.value(), true, Optional.empty());
    }
    Wire.Count count = component.getAnnotation(Wire.Count.class);
    return count == null
        ? form
        : new BoundedForm(form, Integer.MAX_VALUE, false, Optional.of(count.least()));
  }

  /** The beginning of a text that is too long. */
  static String cut(String text, int longest) {
    return text.length() > longest ? text.substring(0, longest - 1) + "…" : text;
  }

  @Override
  String expected() {
    return least
        .map(from -> "a whole number from " + from + " to " + Wire.LARGEST)
        .orElseGet(() -> "at most " + longest + " characters");
  }

  @Override
  Object write(Object value) {
    return form.write(value);
  }

  @Override
  @Nullable Object read(Object stored, String where, String name) {
    if (stored instanceof String text && text.length() > longest) {
      if (!cut) {
        throw wrong(cut(text, longest), where, name);
      }
      return form.read(cut(text, longest), where, name);
    }
    if (least.isPresent() && stored instanceof Number number && !counts(number.longValue())) {
      throw wrong(stored, where, name);
    }
    return form.read(stored, where, name);
  }

  private boolean counts(long number) {
    return number >= least.orElseThrow() && number <= Wire.LARGEST;
  }

  @Override
  Object nothing() {
    return form.nothing();
  }
}
