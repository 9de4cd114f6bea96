package io.quorate.agent.port;

import io.quorate.state.Endpoints;
import java.util.Optional;

/** Whether no etcd of this node can be at work, whoever started it. */
public interface NoEtcdProof {
  /**
   * Why one may be: a process that names this node's data folder, or one that answers at its ports.
   * Empty when the process table holds none and the ports are free.
   */
  Optional<String> doubt(Endpoints own);
}
