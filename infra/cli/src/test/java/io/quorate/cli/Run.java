package io.quorate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.controller.observe.CloudReader;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterUid;
import io.quorate.store.RecordStore;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Runs the command in this process on a store in memory, and keeps what it said. */
final class Run {
  private final RecordStore store;
  private final Deque<Runnable> betweenLooks = new ArrayDeque<>();
  private String input = "";
  private boolean terminal;
  private CloudReader cloud = new SampleCloud();
  private String out = "";
  private String err = "";

  Run(RecordStore store) {
    this.store = store;
  }

  static Run onEmptyStore() {
    return new Run(new InMemoryRecordStore());
  }

  RecordStore store() {
    return store;
  }

  Run input(String text) {
    input = text;
    return this;
  }

  Run on(CloudReader seen) {
    cloud = seen;
    return this;
  }

  Run onTerminal() {
    terminal = true;
    return this;
  }

  /** What happens between two looks of a watching command; after the last it stops. */
  Run betweenLooks(Runnable... happenings) {
    betweenLooks.addAll(List.of(happenings));
    return this;
  }

  int quorate(String... args) {
    StringWriter outText = new StringWriter();
    StringWriter errText = new StringWriter();
    CommandContext context =
        new CommandContext(
            new ByteArrayInputStream(input.getBytes(UTF_8)),
            new PrintWriter(outText, true),
            new PrintWriter(errText, true),
            terminal,
            () -> Sample.NOW,
            interval -> next(),
            () -> new ClusterUid("fresh-uid"),
            options -> new Open(store, cloud));
    int code = Quorate.commandLine(context).execute(args);
    out = outText.toString();
    err = errText.toString();
    return code;
  }

  String out() {
    return out;
  }

  String err() {
    return err;
  }

  private boolean next() {
    Runnable happening = betweenLooks.poll();
    if (happening == null) {
      return false;
    }
    happening.run();
    return true;
  }

  private record Open(RecordStore store, CloudReader instances) implements Clouds.Open {
    @Override
    public void close() {}
  }
}
