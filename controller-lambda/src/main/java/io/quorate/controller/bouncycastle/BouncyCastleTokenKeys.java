package io.quorate.controller.bouncycastle;

import io.quorate.controller.act.TokenKeys;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.secrets.SecretUnavailableException;
import io.quorate.secrets.TokenKeyStore;
import io.quorate.spec.JwtToken;
import java.io.IOException;
import java.io.StringWriter;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.util.OptionalInt;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;

/** {@link TokenKeys} that are kept in a {@link TokenKeyStore}. */
public final class BouncyCastleTokenKeys implements TokenKeys {
  private static final int RSA_BITS = 2048;

  private final TokenKeyStore store;

  /** With the keys that are kept here. */
  public BouncyCastleTokenKeys(TokenKeyStore store) {
    this.store = store;
  }

  @Override
  public void make(ClusterName cluster, ClusterUid uid, String signMethod)
      throws SecretUnavailableException {
    StringWriter pem = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(pem)) {
      writer.writeObject(new JcaPKCS8Generator(key(signMethod), null));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("a key for " + signMethod + " cannot be made", e);
    }
    store.createOnce(cluster, uid, signMethod, pem.toString());
  }

  private static PrivateKey key(String signMethod) throws GeneralSecurityException {
    OptionalInt curve = JwtToken.curve(signMethod);
    KeyPairGenerator keys = KeyPairGenerator.getInstance(curve.isPresent() ? "EC" : "RSA");
    if (curve.isPresent()) {
      keys.initialize(new ECGenParameterSpec("secp" + curve.getAsInt() + "r1"));
    } else {
      keys.initialize(RSA_BITS);
    }
    return keys.generateKeyPair().getPrivate();
  }
}
