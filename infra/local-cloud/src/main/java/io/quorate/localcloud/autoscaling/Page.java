package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.protocol.AwsError;
import io.quorate.localcloud.protocol.QueryParameters;
import io.quorate.localcloud.protocol.Xml;
import java.util.List;
import java.util.function.Consumer;

/** Writes one page of a listing, with NextToken where there is more. */
final class Page {
  private static final int LARGEST = 100;

  private Page() {}

  static <T> void write(QueryParameters in, Xml xml, String name, List<T> all, Consumer<T> each) {
    int size = in.integer("MaxRecords").orElse(50);
    if (size < 1 || size > LARGEST) {
      throw AwsError.validation("MaxRecords is %d, expected 1 to %d".formatted(size, LARGEST));
    }
    int from = in.text("NextToken").filter(token -> !token.isEmpty()).map(Page::offset).orElse(0);
    int to = Math.min(all.size(), from + size);
    xml.list(name, all.subList(Math.min(from, to), to), each);
    if (to < all.size()) {
      xml.text("NextToken", "from-" + to);
    }
  }

  private static int offset(String token) {
    if (!token.matches("from-\\d{1,6}")) {
      throw new AwsError("InvalidNextToken", 400, "NextToken '%s' is not valid".formatted(token));
    }
    return Integer.parseInt(token.substring("from-".length()));
  }
}
