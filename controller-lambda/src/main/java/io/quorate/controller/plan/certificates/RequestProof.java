package io.quorate.controller.plan.certificates;

import io.quorate.state.PublicKeyProof;
import java.io.IOException;
import java.io.StringReader;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.util.Optional;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;

/** Checks that whoever wrote a certificate request has the private key. */
public final class RequestProof {
  private static final int BITS = 256;

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
