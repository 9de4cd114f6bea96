package io.quorate.agent.app;

import io.quorate.model.ClusterName;
import io.quorate.store.RecordStore;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Table;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the store and touches no etcd: stands where the supervising agent will be wired. */
final class UnwiredAgent implements RunningAgent {
  private static final Logger LOG = LoggerFactory.getLogger(UnwiredAgent.class);
  private static final int BETWEEN_LOOKS = 5;

  private final ClusterName cluster;
  private final InstanceIdentity identity;
  private final RecordStore store;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile AgentSnapshot snapshot = AgentSnapshot.starting(System.nanoTime());

  UnwiredAgent(ClusterName cluster, InstanceIdentity identity, RecordStore store) {
    this.cluster = cluster;
    this.identity = identity;
    this.store = store;
  }

  @Override
  public void run() {
    try {
      do {
        look();
        snapshot = AgentSnapshot.starting(System.nanoTime());
      } while (!ended.await(BETWEEN_LOOKS, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    try {
      int records = store.list(Table.CLUSTERS, cluster.value(), "lineage").size();
      LOG.info("cluster={} instance={} lineage={}", cluster, identity.instance(), records);
    } catch (StoreUnavailableException e) {
      LOG.warn("cluster={} store=unavailable cause=\"{}\"", cluster, e.getMessage());
    }
  }

  @Override
  public void close() {
    ended.countDown();
  }

  @Override
  public void abandon() {
    ended.countDown();
  }

  @Override
  public AgentSnapshot snapshot() {
    return snapshot;
  }
}
