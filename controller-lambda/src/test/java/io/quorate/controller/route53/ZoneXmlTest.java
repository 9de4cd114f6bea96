package io.quorate.controller.route53;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ZoneXmlTest {
  static byte[] listing(String ttl) {
    return """
        <ListResourceRecordSetsResponse xmlns="https://route53.amazonaws.com/doc/2013-04-01/">
          <ResourceRecordSets><ResourceRecordSet>
            <Name>demo.etcd.internal.</Name><Type>A</Type><TTL>%s</TTL>
            <ResourceRecords><ResourceRecord><Value>10.0.0.1</Value></ResourceRecord></ResourceRecords>
          </ResourceRecordSet></ResourceRecordSets><IsTruncated>false</IsTruncated>
        </ListResourceRecordSetsResponse>"""
        .formatted(ttl)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aListingIsRead() throws IOException {
    assertThat(ZoneXml.page(listing("10")).records())
        .singleElement()
        .satisfies(record -> assertThat(record.ttlSeconds()).isEqualTo(10));
  }

  @Test
  void aTimeThatIsNoNumberIsAnAnswerThatCannotBeRead() {
    assertThatThrownBy(() -> ZoneXml.page(listing("soon")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("TTL");
  }
}
