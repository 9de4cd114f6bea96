package io.quorate.agent.tls;

import io.quorate.spec.JwtToken;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The key that etcd signs tokens with. An etcd whose key is not there ends at once; one whose key
 * is of another curve than its method starts, and lets nobody log in ("key is invalid").
 */
public final class TokenKey {
  private static final int OCTETS = 0x04;
  private static final int LONG_FORM = 0x80;

  private TokenKey() {}

  /** What keeps etcd from being started with it; empty where nothing does. */
  public static Optional<String> unfit(JwtToken token) {
    return token.managed()
        ? Optional.of("auth.token.keys: this agent has no bucket to fetch a key from")
        : unfit(new GivenFile("auth.token.privateKey", Path.of(token.privateKey().get())), token);
  }

  /** The same, of a file that this field of the spec asks for. */
  static Optional<String> unfit(GivenFile file, JwtToken token) {
    try {
      String kind = kind(file);
      String wanted = wanted(token.signMethod());
      return kind.equals(wanted)
          ? Optional.empty()
          : Optional.of(
              "%s is a key of %s, and auth.token.signMethod %s needs one of %s"
                  .formatted(file, kind, token.signMethod(), wanted));
    } catch (UnfitFileException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static String wanted(String signMethod) {
    OptionalInt curve = JwtToken.curve(signMethod);
    return curve.isPresent() ? curve(curve.getAsInt()) : "RSA";
  }

  private static String curve(int bits) {
    return "P-" + bits;
  }

  private static String kind(GivenFile file) throws UnfitFileException {
    for (GivenFile.Block block : file.blocks()) {
      switch (block.type()) {
        case "RSA PRIVATE KEY" -> {
          return "RSA";
        }
        case "EC PRIVATE KEY" -> {
          return curveOf(file, block.content());
        }
        case "PRIVATE KEY" -> {
          return kindOf(file, block.content());
        }
        case "ENCRYPTED PRIVATE KEY" ->
            throw new UnfitFileException(
                file, "the key is encrypted, and nobody is there to type its passphrase");
        default -> {}
      }
    }
    throw new UnfitFileException(file, "expected a private key in PEM, and it holds none");
  }

  /** SEC 1: a sequence of the version, which is 1, and of the key, as long as the curve's field. */
  private static String curveOf(GivenFile file, byte[] der) throws UnfitFileException {
    int at = der.length > 1 && (der[1] & LONG_FORM) != 0 ? 2 + (der[1] & (LONG_FORM - 1)) : 2;
    int octets = at + 3;
    if (der.length <= octets + 1 || der[octets] != OCTETS) {
      throw new UnfitFileException(file, "cannot be read as a key of an elliptic curve");
    }
    return switch (der[octets + 1]) {
      case 32 -> curve(256);
      case 48 -> curve(384);
      case 66 -> curve(521);
      default -> "another curve";
    };
  }

  private static String kindOf(GivenFile file, byte[] pkcs8) throws UnfitFileException {
    PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(pkcs8);
    try {
      if (KeyFactory.getInstance("EC").generatePrivate(encoded) instanceof ECPrivateKey key) {
        return curve(key.getParams().getCurve().getField().getFieldSize());
      }
      return "another kind";
    } catch (GeneralSecurityException notEc) {
      try {
        return KeyFactory.getInstance("RSA").generatePrivate(encoded).getAlgorithm();
      } catch (GeneralSecurityException e) {
        throw new UnfitFileException(file, "is neither an RSA key nor one of an elliptic curve");
      }
    }
  }
}
