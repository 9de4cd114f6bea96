package io.quorate.cli.frame;

import io.quorate.codec.Codecs;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import java.util.List;
import java.util.Optional;

/** How far the task has come that serves a request, by its executor's own words. */
final class TaskProgress {
  private TaskProgress() {}

  static Optional<String> of(RecordStore store, ClusterName cluster, Request request) {
    return Optional.ofNullable(request.result().get("executor"))
        .map(InstanceId::new)
        .flatMap(
            executor -> {
              Key key = Keys.node(cluster, executor);
              return Optional.ofNullable(store.read(List.of(key)).get(key));
            })
        .flatMap(
            item ->
                Codecs.HEARTBEAT
                    .read(item.attributes(), item.key().toString())
                    .report()
                    .taskProgress());
  }
}
