package io.quorate.agent.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;

/** Reads a private key that somebody gave, in any of the forms that etcd takes. */
final class GivenKey {
  private static final byte[] PROBE = "does this key fit?".getBytes(US_ASCII);
  private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};
  private static final int SEQUENCE = 0x30;
  private static final int OCTETS = 0x04;
  private static final int LONG_FORM = 0x80;
  private static final int BYTE = 8;

  private GivenKey() {}

  /** The key of a certificate; refused where it is another's. */
  static PrivateKey read(GivenFile file, GivenFile certificate, PublicKey of)
      throws UnfitFileException {
    for (GivenFile.Block block : file.blocks()) {
      switch (block.type()) {
        case "PRIVATE KEY" -> {
          return fitting(file, certificate, of, block.content());
        }
        case "EC PRIVATE KEY", "RSA PRIVATE KEY" -> {
          return fitting(file, certificate, of, wrapped(of, block.content()));
        }
        case "ENCRYPTED PRIVATE KEY" ->
            throw new UnfitFileException(
                file, "the key is encrypted, and nobody is there to type its passphrase");
        default -> {}
      }
    }
    throw new UnfitFileException(file, "expected a private key in PEM, and it holds none");
  }

  private static PrivateKey fitting(
      GivenFile file, GivenFile certificate, PublicKey of, byte[] pkcs8) throws UnfitFileException {
    try {
      PrivateKey key =
          KeyFactory.getInstance(of.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      if (fits(key, of)) {
        return key;
      }
    } catch (InvalidKeySpecException e) {
      throw new UnfitFileException(
          file,
          "cannot be read as the key of "
              + certificate
              + ", which is for "
              + of.getAlgorithm()
              + ": "
              + e.getMessage());
    } catch (GeneralSecurityException e) {
      throw new UnfitFileException(file, "is of a kind that is not supported: " + e);
    }
    throw new UnfitFileException(
        file, "is not the key of " + certificate + ": give the two that were made together");
  }

  private static boolean fits(PrivateKey key, PublicKey of) throws GeneralSecurityException {
    String algorithm =
        switch (of.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          case String other -> other;
        };
    Signature signing = Signature.getInstance(algorithm);
    signing.initSign(key);
    signing.update(PROBE);
    byte[] signature = signing.sign();
    Signature checking = Signature.getInstance(algorithm);
    checking.initVerify(of);
    checking.update(PROBE);
    return checking.verify(signature);
  }

  /** PKCS #8 of a key in its older form: version, the algorithm as the public key has it, key. */
  private static byte[] wrapped(PublicKey of, byte[] key) {
    return tagged(SEQUENCE, VERSION_0, algorithm(of.getEncoded()), tagged(OCTETS, key));
  }

  /** The first element of a public key's encoding, which is a sequence of two. */
  private static byte[] algorithm(byte[] publicKey) {
    int at = 2 + (publicKey[1] < 0 ? publicKey[1] & (LONG_FORM - 1) : 0);
    return Arrays.copyOfRange(publicKey, at, at + 2 + publicKey[at + 1]);
  }

  private static byte[] tagged(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    int length = content.size();
    if (length < LONG_FORM) {
      out.write(length);
    } else {
      int bytes = length < 1 << BYTE ? 1 : 2;
      out.write(LONG_FORM | bytes);
      for (int i = bytes - 1; i >= 0; i--) {
        out.write(length >> (i * BYTE));
      }
    }
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }
}
