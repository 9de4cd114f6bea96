package io.quorate.controller.bouncycastle;

import io.quorate.certificate.AuthorityUnavailableException;
import io.quorate.spec.SubjectName;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An authority: its P-256 key and its own certificate. */
record IssuingKey(PrivateKey key, X509Certificate certificate) {
  private static final String SIGNATURE = "SHA256withECDSA";
  private static final Duration LIFE = Duration.ofDays(3650);

  /** Clocks differ: what is signed now must be good on a node whose clock is behind. */
  private static final Duration CLOCKS = Duration.ofHours(1);

  private static final int SERIAL_BITS = 127;
  private static final int HEX = 16;

  /** Makes a new one. */
  static IssuingKey create(String name, String organization, Instant now) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      X500Name subject = new X500Name("CN=" + name + ",O=" + organization);
      X509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              subject,
              serial(),
              Date.from(now.minus(CLOCKS)),
              Date.from(now.plus(LIFE)),
              subject,
              pair.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      builder.addExtension(
          Extension.subjectKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createSubjectKeyIdentifier(pair.getPublic()));
      return new IssuingKey(pair.getPrivate(), build(builder, pair.getPrivate()));
    } catch (GeneralSecurityException | CertIOException | OperatorCreationException e) {
      throw new IllegalStateException("an authority cannot be made", e);
    }
  }

  /** Reads what {@link #pem} wrote. */
  static IssuingKey read(String pem) {
    try (PEMParser parser = new PEMParser(new StringReader(pem))) {
      if (parser.readObject() instanceof PrivateKeyInfo key
          && parser.readObject() instanceof X509CertificateHolder certificate) {
        return new IssuingKey(
            new JcaPEMKeyConverter().getPrivateKey(key),
            new JcaX509CertificateConverter().getCertificate(certificate));
      }
      throw new AuthorityUnavailableException(
          "an authority in the bucket holds something else, expected a private key and its"
              + " certificate in PEM");
    } catch (IOException | GeneralSecurityException e) {
      throw new AuthorityUnavailableException(
          "an authority in the bucket cannot be read, expected a private key and its certificate"
              + " in PEM",
          e);
    }
  }

  /** Key and certificate. */
  String pem() {
    StringWriter out = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(out)) {
      writer.writeObject(new JcaPKCS8Generator(key, null));
      writer.writeObject(certificate);
    } catch (IOException e) {
      throw new IllegalStateException("an authority cannot be written as PEM", e);
    }
    return out.toString();
  }

  /** The certificate alone. */
  String certificatePem() {
    return pem(certificate);
  }

  /**
   * What was signed.
   *
   * @param pem the certificate
   * @param serial its serial number, in hex
   */
  record Signed(String pem, String serial) {}

  /** This instant, or its own end where that comes first: what it signed is good no longer. */
  Instant within(Instant asked) {
    Instant end = certificate.getNotAfter().toInstant();
    return asked.isAfter(end) ? end : asked;
  }

  /** Signs for a key. */
  Signed sign(Leaf leaf, PublicKey of) {
    try {
      JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
      X509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              certificate,
              serial(),
              Date.from(leaf.from().minus(CLOCKS)),
              Date.from(leaf.notAfter()),
              new X500Name(leaf.subject()),
              of);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(Extension.extendedKeyUsage, false, purposes(leaf));
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          extensions.createAuthorityKeyIdentifier(certificate));
      if (!leaf.names().isEmpty()) {
        builder.addExtension(
            Extension.subjectAlternativeName,
            false,
            new GeneralNames(
                leaf.names().stream().map(IssuingKey::subject).toArray(GeneralName[]::new)));
      }
      X509Certificate signed = build(builder, key);
      return new Signed(pem(signed), signed.getSerialNumber().toString(HEX));
    } catch (GeneralSecurityException | CertIOException | OperatorCreationException e) {
      throw new IllegalStateException("a certificate cannot be signed", e);
    }
  }

  private static GeneralName subject(String name) {
    return new GeneralName(
        SubjectName.isAddress(name) ? GeneralName.iPAddress : GeneralName.dNSName, name);
  }

  private static ExtendedKeyUsage purposes(Leaf leaf) {
    return leaf.serves()
        ? new ExtendedKeyUsage(
            new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth})
        : new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth);
  }

  private static X509Certificate build(X509v3CertificateBuilder builder, PrivateKey signer)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(signer)));
  }

  private static BigInteger serial() {
    return new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(0);
  }

  private static String pem(X509Certificate certificate) {
    StringWriter out = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(out)) {
      writer.writeObject(certificate);
    } catch (IOException e) {
      throw new IllegalStateException("a certificate cannot be written as PEM", e);
    }
    return out.toString();
  }
}
