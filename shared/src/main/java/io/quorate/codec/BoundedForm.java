package io.quorate.codec;

import io.quorate.wire.Wire;
import java.lang.reflect.AnnotatedElement;
import org.jspecify.annotations.Nullable;

/** A text or a number whose reader is bounded, whoever wrote it. */
final class BoundedForm extends Form {
  private final Form form;
  private final int longest;
  private final boolean cut;
  private final boolean count;

  private BoundedForm(Form form, int longest, boolean cut, boolean count) {
    this.form = form;
    this.longest = longest;
    this.cut = cut;
    this.count = count;
  }

  /** The form, bounded as the component's annotations say. */
  static Form of(Form form, AnnotatedElement component) {
    Wire.Longest longest = component.getAnnotation(Wire.Longest.class);
    if (longest != null) {
      return new BoundedForm(form, longest.value(), false, false);
    }
    Wire.Cut cut = component.getAnnotation(Wire.Cut.class);
    if (cut != null) {
      return new BoundedForm(form, cut.value(), true, false);
    }
    return component.isAnnotationPresent(Wire.Count.class)
        ? new BoundedForm(form, Integer.MAX_VALUE, false, true)
        : form;
  }

  /** The beginning of a text that is too long. */
  static String cut(String text, int longest) {
    return text.length() > longest ? text.substring(0, longest - 1) + "…" : text;
  }

  @Override
  String expected() {
    return count
        ? "a whole number from 0 to " + Wire.LARGEST
        : "at most " + longest + " characters";
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
    if (count && stored instanceof Number number && !counts(number.longValue())) {
      throw wrong(stored, where, name);
    }
    return form.read(stored, where, name);
  }

  private static boolean counts(long number) {
    return number >= 0 && number <= Wire.LARGEST;
  }

  @Override
  Object nothing() {
    return form.nothing();
  }
}
