package io.quorate.controller.plan;

import io.quorate.state.NodeReport;
import io.quorate.state.OwnCertificates;
import io.quorate.state.PublicKeyProof;
import java.io.IOException;
import java.io.StringWriter;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Optional;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/** Makes certificate requests as nodes do, and as liars would. */
public final class CertificateRequests {
  private CertificateRequests() {}

  /** A fresh key pair on P-256. */
  public static KeyPair keys() {
    return keys("EC", 256);
  }

  /** A fresh key pair. */
  public static KeyPair keys(String algorithm, int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A request for the first pair's public key, signed with the second's private key. */
  public static PublicKeyProof request(KeyPair named, KeyPair signing) {
    StringWriter out = new StringWriter();
    String algorithm = signing.getPrivate().getAlgorithm();
    try (JcaPEMWriter writer = new JcaPEMWriter(out)) {
      writer.writeObject(
          new JcaPKCS10CertificationRequestBuilder(new X500Name("CN=i-1"), named.getPublic())
              .build(
                  new JcaContentSignerBuilder(
                          "SHA256with" + (algorithm.equals("EC") ? "ECDSA" : algorithm))
                      .build(signing.getPrivate())));
    } catch (IOException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
    return new PublicKeyProof(out.toString());
  }

  /** A request that proves its key. */
  public static PublicKeyProof honest() {
    KeyPair keys = keys();
    return request(keys, keys);
  }

  /** A request that proves its key, and asks for these names itself. */
  static PublicKeyProof naming(String dns, String address) {
    KeyPair keys = keys();
    StringWriter out = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(out)) {
      ExtensionsGenerator extensions = new ExtensionsGenerator();
      extensions.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(
              new GeneralName[] {
                new GeneralName(GeneralName.dNSName, dns),
                new GeneralName(GeneralName.iPAddress, address)
              }));
      writer.writeObject(
          new JcaPKCS10CertificationRequestBuilder(new X500Name("CN=app"), keys.getPublic())
              .addAttribute(PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, extensions.generate())
              .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
    } catch (IOException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
    return new PublicKeyProof(out.toString());
  }

  static NodeReport own(OwnCertificates tells) {
    NodeReport none = NodeReport.NOTHING;
    return new NodeReport(
        none.kinds(),
        none.holds(),
        none.hibernating(),
        none.fenced(),
        none.taskOutcome(),
        none.taskProgress(),
        none.revisionSeen(),
        none.interruption(),
        none.publicKey(),
        Optional.of(tells));
  }

  static NodeReport telling(PublicKeyProof proof) {
    NodeReport none = NodeReport.NOTHING;
    return new NodeReport(
        none.kinds(),
        none.holds(),
        none.hibernating(),
        none.fenced(),
        none.taskOutcome(),
        none.taskProgress(),
        none.revisionSeen(),
        none.interruption(),
        Optional.of(proof));
  }
}
