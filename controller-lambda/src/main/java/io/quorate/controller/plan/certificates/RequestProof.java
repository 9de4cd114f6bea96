package io.quorate.controller.plan.certificates;

import io.quorate.state.PublicKeyProof;
import java.io.IOException;
import java.io.StringReader;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;

/** Checks that whoever wrote a certificate request has the private key. */
public final class RequestProof {
  private static final int BITS = 256;
  private static final int IPV4 = 4;
  private static final int BYTE = 0xff;

  private RequestProof() {}

  /** Why the request proves nothing; empty where it does. */
  public static Optional<String> refusal(PublicKeyProof proof) {
    try {
      key(proof);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  /**
   * That a request names, in its extensions, what it was not said to name; empty where it does not,
   * or cannot be read.
   */
  public static Optional<String> foreignNames(PublicKeyProof proof, List<String> said) {
    try (PEMParser parser = new PEMParser(new StringReader(proof.certificateRequest()))) {
      if (!(parser.readObject() instanceof PKCS10CertificationRequest request)) {
        return Optional.empty();
      }
      List<String> foreign =
          Stream.ofNullable(request.getRequestedExtensions())
              .map(wanted -> GeneralNames.fromExtensions(wanted, Extension.subjectAlternativeName))
              .filter(Objects::nonNull)
              .flatMap(names -> Stream.of(names.getNames()))
              .map(RequestProof::text)
              .filter(name -> !said.contains(name))
              .toList();
      return foreign.isEmpty()
          ? Optional.empty()
          : Optional.of(
              "the certificate request itself names " + foreign + ", which was not asked for");
    } catch (IOException | RuntimeException e) { // What a record holds is anybody's bytes.
      return Optional.of("the extensions of the certificate request cannot be read: " + e);
    }
  }

  private static String text(GeneralName name) {
    if (name.getTagNo() != GeneralName.iPAddress) {
      return name.getName().toString();
    }
    byte[] octets = ASN1OctetString.getInstance(name.getName()).getOctets();
    return octets.length == IPV4
        ? IntStream.range(0, IPV4)
            .mapToObj(at -> Integer.toString(octets[at] & BYTE))
            .collect(Collectors.joining("."))
        : "the address " + HexFormat.of().formatHex(octets);
  }

  /**
   * The public key of a request that proves the private one.
   *
   * @throws IllegalArgumentException when it does not, saying why
   */
  public static PublicKey key(PublicKeyProof proof) {
    try (PEMParser parser = new PEMParser(new StringReader(proof.certificateRequest()))) {
      if (!(parser.readObject() instanceof PKCS10CertificationRequest request)) {
        throw new IllegalArgumentException("expected a PKCS #10 certificate request in PEM");
      }
      PublicKey key = new JcaPKCS10CertificationRequest(request).getPublicKey();
      if (!(key instanceof ECPublicKey curve) || curve.getParams().getOrder().bitLength() != BITS) {
        throw new IllegalArgumentException(
            "its key is " + key.getAlgorithm() + ", expected one on the curve P-256");
      }
      if (!request.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key))) {
        throw new IllegalArgumentException(
            "the request is not signed with the private key of its public key");
      }
      return key;
    } catch (IllegalArgumentException e) {
      throw e;
    } catch (IOException
        | GeneralSecurityException
        | OperatorCreationException
        | PKCSException
        | RuntimeException e) { // What a row holds is anybody's bytes to the parser.
      throw new IllegalArgumentException(
          "its request cannot be read, expected PKCS #10 in PEM: " + e.getMessage(), e);
    }
  }
}
