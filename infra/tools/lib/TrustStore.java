import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;

/** Turns a PEM bundle of certificates into a Java trust store: {@code java TrustStore.java bundle store}. */
final class TrustStore {
  private TrustStore() {}

  public static void main(String[] arguments) throws Exception {
    char[] password = "changeit".toCharArray();
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, password);
    int count = 0;
    try (InputStream bundle = Files.newInputStream(Path.of(arguments[0]))) {
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(bundle)) {
        store.setCertificateEntry("authority-" + count++, each);
      }
    }
    try (OutputStream out = Files.newOutputStream(Path.of(arguments[1]))) {
      store.store(out, password);
    }
  }
}
