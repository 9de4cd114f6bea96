package io.quorate.agent.tls;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.agent.disk.DurableFiles;
import io.quorate.agent.port.TokenKeys;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.secrets.SecretUnavailableException;
import io.quorate.secrets.TokenKeyStore;
import io.quorate.spec.JwtToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link TokenKeys} in a folder of the agent's own, one file for each cluster and sign method, so
 * that etcd starts while the bucket is away. A file that fits is never fetched again.
 */
public final class TokenKeyFolder implements TokenKeys {
  private static final Logger LOG = LoggerFactory.getLogger(TokenKeyFolder.class);

  private final Path folder;
  private final ClusterName cluster;
  private final Supplier<TokenKeyStore> store;
  private volatile Optional<ClusterUid> uid = Optional.empty();
  private volatile String failure = "";

  /** Keeps in this folder what this store gives. */
  public TokenKeyFolder(Path folder, ClusterName cluster, Supplier<TokenKeyStore> store) {
    this.folder = folder;
    this.cluster = cluster;
    this.store = store;
  }

  @Override
  public void follow(ClusterUid next) {
    uid = Optional.of(next);
  }

  @Override
  public synchronized void fetch(JwtToken token) {
    if (uid.isEmpty() || !token.managed() || unfit(token).isEmpty()) {
      return;
    }
    try {
      keep(file(uid.get(), token), store.get().read(cluster, uid.get(), token.signMethod()));
      failure = "";
      LOG.info("event=token-key-fetched signMethod={} folder={}", token.signMethod(), folder);
    } catch (SecretUnavailableException e) {
      failed(e.words());
    } catch (IOException e) {
      failed("it cannot be written to " + folder + ": " + e);
    }
  }

  private void failed(String why) {
    if (!failure.equals(why)) {
      LOG.warn("event=token-key-unavailable because=\"{}\"", why);
    }
    failure = why;
  }

  private void keep(Path file, String pem) throws IOException {
    DurableFiles.makeFolders(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    DurableFiles.replaceSecret(file, pem.getBytes(UTF_8));
  }

  private Path file(ClusterUid of, JwtToken token) {
    return folder.resolve(of + "-" + token.signMethod() + ".pem");
  }

  /** What keeps etcd from being started with these tokens; empty where nothing does. */
  public Optional<String> unfit(JwtToken token) {
    if (!token.managed()) {
      return TokenKey.unfit(token);
    }
    if (uid.isEmpty()) {
      return Optional.of("auth.token.keys: this node does not know yet which cluster it is of");
    }
    return TokenKey.unfit(new GivenFile("auth.token.keys", file(uid.get(), token)), token)
        .map(why -> failure.isEmpty() ? why : why + "; fetching it failed: " + failure);
  }

  /** The same tokens, with the path of the key that etcd is started with. */
  public JwtToken placed(JwtToken token) {
    return token.managed()
        ? token.keyAt(file(uid.orElseThrow(), token).toAbsolutePath().toString())
        : token;
  }
}
