package io.quorate.cost;

import io.quorate.localcloud.wire.JsonBody;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * AWS's list prices, from prices.json.
 *
 * @param region where they hold
 * @param date when they were written down
 * @param each by what is billed
 * @param idlePollsPerMinute requests a minute by which Lambda polls a queue that is empty
 */
record Prices(String region, String date, Map<String, Price> each, double idlePollsPerMinute) {
  Prices {
    each = Map.copyOf(each);
  }

  /**
   * One price.
   *
   * @param usd for so many
   * @param per how many
   * @param source page that says so
   */
  record Price(double usd, double per, String source) {}

  /** Reads the file; a price without a source, or none, is an error. */
  static Prices read() throws IOException {
    try (InputStream file = Prices.class.getResourceAsStream("prices.json")) {
      if (file == null) {
        throw new IOException("prices.json is not on the class path");
      }
      JsonBody json = JsonBody.of(file.readAllBytes());
      JsonBody prices = json.object("prices");
      Map<String, Price> each = new LinkedHashMap<>();
      for (String name : prices.names()) {
        each.put(name, price(name, prices.object(name)));
      }
      return new Prices(
          text(json, "region"),
          text(json, "date"),
          each,
          number("idle_queue", json.object("idle_queue"), "polls_per_minute"));
    }
  }

  private static Price price(String name, JsonBody json) throws IOException {
    return new Price(number(name, json, "usd"), number(name, json, "per"), text(json, "source"));
  }

  private static double number(String name, JsonBody json, String field) throws IOException {
    return json.number(field)
        .map(Number::doubleValue)
        .filter(value -> value > 0)
        .orElseThrow(
            () ->
                new IOException("prices.json: %s.%s is no number above 0".formatted(name, field)));
  }

  private static String text(JsonBody json, String field) throws IOException {
    return json.text(field)
        .filter(value -> !value.isBlank())
        .orElseThrow(() -> new IOException("prices.json: no " + field + " in " + json.fields()));
  }

  /** What so many of something cost in USD. */
  double of(String name, double count) {
    Price price =
        Optional.ofNullable(each.get(name))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no price of %s, expected one of %s".formatted(name, each.keySet())));
    return count * price.usd() / price.per();
  }
}
