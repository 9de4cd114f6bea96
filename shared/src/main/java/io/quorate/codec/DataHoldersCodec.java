package io.quorate.codec;

import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.state.DataHolders;
import io.quorate.state.Holder;
import io.quorate.state.OldLog;
import io.quorate.state.Reached;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The status record's holders of data. */
final class DataHoldersCodec {
  private DataHoldersCodec() {}

  static Optional<Map<String, Object>> write(DataHolders data) {
    if (data.equals(DataHolders.UNRECORDED)) {
      return Optional.empty();
    }
    Tree.Builder holders = Tree.builder();
    new TreeMap<>(data.holders())
        .forEach(
            (instance, holder) ->
                holders.with(
                    instance.value(),
                    Tree.builder()
                        .with("generation", holder.generation().value())
                        .with("diskId", holder.diskId())
                        .with("since", holder.since())
                        .build()));
    Reached reached = data.reached();
    return Optional.of(
        Tree.builder()
            .with("holders", holders.build())
            .with(
                "reached",
                Tree.builder()
                    .with("generation", reached.generation().value())
                    .with("raftTerm", reached.raftTerm())
                    .with("raftIndex", reached.raftIndex())
                    .with("revisionSeen", reached.revisionSeen())
                    .build())
            .withOptional(
                "oldLogs",
                Optional.of(data.oldLogs().stream().map(DataHoldersCodec::old).toList())
                    .filter(all -> !all.isEmpty())
                    .map(all -> Tree.builder().with("all", all).build()))
            .build());
  }

  static DataHolders read(Optional<Tree> data) {
    return data.map(DataHoldersCodec::there).orElse(DataHolders.UNRECORDED);
  }

  private static DataHolders there(Tree data) {
    Tree all = data.tree("holders");
    Map<InstanceId, Holder> holders = new HashMap<>();
    for (String instance : all.values().keySet()) {
      Tree holder = all.tree(instance);
      holders.put(
          new InstanceId(instance),
          new Holder(
              new Generation(holder.number("generation")),
              holder.string("diskId"),
              holder.instant("since")));
    }
    Tree reached = data.tree("reached");
    return new DataHolders(
        holders,
        new Reached(
            new Generation(reached.number("generation")),
            reached.number("raftTerm"),
            reached.number("raftIndex"),
            reached.number("revisionSeen")),
        data.optionalTree("oldLogs").map(old -> old.trees("all")).orElse(List.of()).stream()
            .map(DataHoldersCodec::old)
            .toList());
  }

  private static Map<String, Object> old(OldLog old) {
    return Tree.builder()
        .with("instance", old.instance())
        .with("log", NodeReportCodec.archived(old.log()))
        .with("fate", old.fate())
        .with("since", old.since())
        .withOptional("copy", old.copy())
        .build();
  }

  private static OldLog old(Tree tree) {
    return new OldLog(
        tree.value("instance", InstanceId::new),
        NodeReportCodec.archived(tree.tree("log")),
        tree.constant("fate", OldLog.Fate.class),
        tree.instant("since"),
        tree.optionalString("copy"));
  }
}
