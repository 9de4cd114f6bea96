package io.quorate.controller.act;

import io.quorate.codec.CertificateCodec;
import io.quorate.controller.decision.CertificateOrder;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.util.ArrayList;
import java.util.List;

/** What is written of certificates that were signed. */
final class CertificateWrites {
  private CertificateWrites() {}

  static List<Write> of(CertificateOrder order, CertificateAuthority.Issued issued) {
    List<Write> parts = new ArrayList<>();
    if (order.known().isEmpty()) {
      parts.add(
          new Write.Put(
              new Item(Keys.pki(order.cluster()), CertificateCodec.write(issued.authorities())),
              Expect.noRecord()));
    }
    issued
        .nodes()
        .forEach(
            node ->
                parts.add(
                    new Write.Put(
                        new Item(
                            Keys.certificate(order.cluster(), node.instance()),
                            CertificateCodec.write(node)),
                        Expect.anything())));
    return parts;
  }
}
