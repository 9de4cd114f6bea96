package io.quorate.agent.tls;

import io.quorate.agent.etcd.client.EtcdTlsFiles;
import io.quorate.agent.etcd.client.TlsFiles;
import io.quorate.agent.port.NodeTls;
import java.util.Optional;

/** {@link NodeTls} with files on this machine. */
public interface LocalTls extends NodeTls {
  /** What etcd is started with; empty while its connections are plain. */
  Optional<EtcdTlsFiles> etcdFiles();

  /** What the agent calls etcd with; empty while it has none. */
  Optional<TlsFiles> callFiles();
}
