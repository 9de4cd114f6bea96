package io.quorate.controller.act;

import io.quorate.certificate.ClientCertificate;
import io.quorate.codec.Codecs;
import io.quorate.controller.decision.CertificateOrder;
import io.quorate.controller.decision.RequestChange;
import io.quorate.request.Request;
import io.quorate.store.Expect;
import io.quorate.store.Expiry;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is written of certificates that were signed. */
final class CertificateWrites {
  /** For how long an expired client's certificate is still listed. */
  private static final Duration LISTED = Duration.ofDays(30);

  private CertificateWrites() {}

  static List<Write> of(CertificateOrder order, CertificateAuthority.Issued issued) {
    List<Write> parts = new ArrayList<>();
    if (order.known().isEmpty()) {
      parts.add(
          new Write.Put(
              new Item(Keys.pki(order.cluster()), Codecs.AUTHORITIES.write(issued.authorities())),
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
                            Codecs.NODE_CERTIFICATES.write(node)),
                        Expect.anything())));
    for (int i = 0; i < order.clients().size(); i++) {
      ClientCertificate signed = issued.clients().get(i);
      parts.add(
          new Write.Put(
              new Item(
                  Keys.clientCertificate(order.cluster(), signed.id()),
                  Expiry.at(
                      Codecs.CLIENT_CERTIFICATE.write(signed), signed.notAfter().plus(LISTED))),
              Expect.noRecord()));
      parts.add(answer(order.clients().get(i).request(), signed).write(order.cluster()));
    }
    return parts;
  }

  private static RequestChange answer(Request request, ClientCertificate signed) {
    return new RequestChange(
        request,
        request.in(
            Request.State.DONE,
            "a certificate for " + signed.commonName() + " is signed until " + signed.notAfter(),
            Map.of(
                "certificate",
                signed.pem(),
                "serial",
                signed.serial(),
                "notAfter",
                signed.notAfter().toString())));
  }
}
