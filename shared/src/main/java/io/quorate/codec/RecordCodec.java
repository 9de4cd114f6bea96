package io.quorate.codec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;

/**
 * Stores a record as attributes: one for each component, under its name, in the order of the
 * components. {@code io.quorate.wire.Wire} says where a component differs.
 *
 * <ul>
 *   <li>A text, number or flag stands as it is; an instant in ISO-8601, a duration as milliseconds
 *       under its name with {@code Millis}, a constant by its name, a set of words as one text, a
 *       record of one component as that component.
 *   <li>A record is a map, a list a list, a map a map in the order of its keys.
 *   <li>An empty optional has no attribute; a missing list is empty. Whatever else is missing is an
 *       error.
 *   <li>Attributes that this release does not know are passed over, and dropped when written back.
 *       What an older release must not drop makes a record's version higher.
 * </ul>
 *
 * @param <T> the record
 */
public final class RecordCodec<T> {
  private final Class<T> type;
  private final long newest;
  private final ToLongFunction<T> version;
  private final BiConsumer<Tree, T> check;

  private RecordCodec(
      Class<T> type, long newest, ToLongFunction<T> version, BiConsumer<Tree, T> check) {
    this.type = type;
    this.newest = newest;
    this.version = version;
    this.check = check;
  }

  /** A record whose version is that of the schema. */
  static <T> RecordCodec<T> of(Class<T> type) {
    return of(type, Schema.VERSION, record -> Schema.VERSION);
  }

  /** A record with versions of its own: the newest that is read, and what each is written as. */
  static <T> RecordCodec<T> of(Class<T> type, long newest, ToLongFunction<T> version) {
    return new RecordCodec<>(type, newest, version, (tree, record) -> {});
  }

  /** The same, with a check of what was read against what stands there. */
  RecordCodec<T> checked(BiConsumer<Tree, T> next) {
    return new RecordCodec<>(type, newest, version, next);
  }

  /** The record's attributes, its version first. */
  public Map<String, Object> write(T record) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put(Schema.ATTRIBUTE, version.applyAsLong(record));
    RecordForm.of(type).writeInto(attributes, record);
    return Collections.unmodifiableMap(attributes);
  }

  /** One component's attribute alone, for an update. */
  public Object attribute(String component, Object value) {
    return RecordForm.of(type).field(component).form.write(value);
  }

  /**
   * Reads the record.
   *
   * @param where what the attributes are, for an error
   * @throws UnreadableRecordException naming the place, what stands there and what was expected;
   *     also where newer code wrote it
   */
  public T read(Map<String, Object> attributes, String where) {
    return Schema.read(
        attributes,
        where,
        newest,
        tree -> {
          T record = type.cast(RecordForm.of(type).readFrom(tree.values(), where));
          check.accept(tree, record);
          return record;
        });
  }
}
