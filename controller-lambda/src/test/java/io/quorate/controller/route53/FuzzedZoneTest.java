package io.quorate.controller.route53;

import io.quorate.fuzz.DamagedText;
import io.quorate.fuzz.Fuzz;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Answers of Route 53 that something on the way damaged. */
class FuzzedZoneTest {
  @Test
  void aListingIsReadOrRefused() {
    Fuzz.run(
        "listing of a zone",
        ZoneXmlTest.listing("10"),
        DamagedText::of,
        body -> {
          ZoneXml.error(500, body);
          try {
            ZoneXml.page(body);
            return true;
          } catch (IOException e) {
            return false;
          }
        });
  }
}
