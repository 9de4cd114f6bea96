package io.quorate.localcloud.wire;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A JSON object that came over the wire: nothing in it need be there or be of the right kind. */
public record JsonBody(Map<?, ?> fields) {
  /** The body of a request; an empty body is an empty object. */
  public static JsonBody of(HttpCall call) throws IOException {
    return of(call.body());
  }

  public static JsonBody of(byte[] json) throws IOException {
    return new JsonBody(json.length == 0 ? Map.of() : JSON.std.mapFrom(json));
  }

  public Optional<String> text(String field) {
    return fields.get(field) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  public Optional<Number> number(String field) {
    return fields.get(field) instanceof Number number ? Optional.of(number) : Optional.empty();
  }

  /** A nested object; the empty one where there is none. */
  public JsonBody object(String field) {
    return objectOf(fields.get(field));
  }

  /** A list of objects; the empty one where there is none. */
  public List<JsonBody> objects(String field) {
    return fields.get(field) instanceof List<?> list
        ? list.stream().map(JsonBody::objectOf).toList()
        : List.of();
  }

  public List<String> names() {
    return fields.keySet().stream().map(Object::toString).toList();
  }

  private static JsonBody objectOf(@Nullable Object value) {
    return new JsonBody(value instanceof Map<?, ?> map ? map : Map.of());
  }
}
