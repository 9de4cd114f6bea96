package io.quorate.deployment;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An authority as somebody has one of their own: made, and asked to sign, with the JDK's {@code
 * keytool}. Its keys are on P-256, as those that the controller makes, and all it signs is good for
 * a day.
 */
public final class OwnAuthority {
  private static final String ALIAS = "authority";
  private static final String PASSWORD = "changeit";
  private static final String DAYS = "1";
  private static final int LINE = 64;

  private final Path folder;
  private final String name;

  private OwnAuthority(Path folder, String name) {
    this.folder = folder;
    this.name = name;
  }

  /**
   * A certificate with its key, in PEM.
   *
   * @param certificate the file of the certificate
   * @param key the file of its key, PKCS #8
   */
  public record Pair(Path certificate, Path key) {}

  /**
   * Makes one, whose files are in this folder.
   *
   * @throws IOException when keytool fails, with what it said
   */
  public static OwnAuthority create(Path folder, String name)
      throws IOException, InterruptedException {
    OwnAuthority made = new OwnAuthority(Files.createDirectories(folder), name);
    made.generate(ALIAS, name, List.of("-ext", "bc:c=ca:true", "-ext", "ku:c=keyCertSign,cRLSign"));
    Files.writeString(made.certificate(), made.certificatePem(ALIAS));
    return made;
  }

  /** Its own certificate, in PEM. */
  public Path certificate() {
    return folder.resolve(name + ".crt");
  }

  /**
   * Signs for a new key, for answering calls at these addresses, and for calling.
   *
   * @param of names the two files, and is the certificate's common name
   * @param addresses IP addresses; none for a certificate that only calls
   * @throws IOException when keytool fails, with what it said
   */
  public Pair issue(String of, List<String> addresses) throws IOException, InterruptedException {
    List<String> more = new ArrayList<>(List.of("-signer", ALIAS, "-ext", "ku:c=digitalSignature"));
    more.addAll(
        List.of("-ext", "eku=" + (addresses.isEmpty() ? "" : "serverAuth,") + "clientAuth"));
    if (!addresses.isEmpty()) {
      more.add("-ext");
      more.add(
          addresses.stream()
              .map(each -> "ip:" + each)
              .collect(Collectors.joining(",", "san=", "")));
    }
    generate(of, of, more);
    Pair pair = new Pair(folder.resolve(of + ".crt"), folder.resolve(of + ".key"));
    Files.writeString(pair.certificate(), certificatePem(of));
    Files.writeString(pair.key(), pem("PRIVATE KEY", key(of)));
    Files.setPosixFilePermissions(pair.key(), PosixFilePermissions.fromString("rw-------"));
    return pair;
  }

  private void generate(String alias, String commonName, List<String> more)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                keys().toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + commonName,
                "-validity",
                DAYS));
    command.addAll(more);
    Path said = folder.resolve(name + ".log");
    int code =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start()
            .waitFor();
    if (code != 0) {
      throw new IOException("keytool exited with " + code + ": " + Files.readString(said).strip());
    }
  }

  private Path keys() {
    return folder.resolve(name + ".p12");
  }

  private String certificatePem(String alias) throws IOException {
    try {
      return pem("CERTIFICATE", store().getCertificate(alias).getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IOException(keys() + ": no certificate of " + alias + ": " + e, e);
    }
  }

  private byte[] key(String alias) throws IOException {
    try {
      return store().getKey(alias, PASSWORD.toCharArray()).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IOException(keys() + ": no key of " + alias + ": " + e, e);
    }
  }

  private KeyStore store() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys())) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }

  private static String pem(String type, byte[] der) {
    return "-----BEGIN "
        + type
        + "-----\n"
        + Base64.getMimeEncoder(LINE, "\n".getBytes(US_ASCII)).encodeToString(der)
        + "\n-----END "
        + type
        + "-----\n";
  }
}
