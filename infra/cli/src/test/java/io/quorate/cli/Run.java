package io.quorate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.GlobalOptions;
import io.quorate.cli.frame.CommandContext;
import io.quorate.controller.observe.CloudReader;
import io.quorate.memory.InMemoryLineageMirror;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.memory.InMemorySnapshotStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.store.LineageMirror;
import io.quorate.store.RecordStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Runs the command in this process on a store in memory, and keeps what it said. */
public final class Run {
  /** Whose credentials the commands run by. */
  public static final String PRINCIPAL = "arn:aws:sts::111122223333:assumed-role/Operator/alice";

  private final RecordStore store;
  private final Deque<Runnable> betweenLooks = new ArrayDeque<>();
  private String input = "";
  private boolean terminal;
  private final Map<String, String> environment =
      new HashMap<>(Map.of("QUORATE_CONFIG", "/nowhere/config.yaml"));
  private final List<GlobalOptions> opened = new ArrayList<>();
  private CloudReader cloud = new SampleCloud();
  private final Map<String, byte[]> bucket = InMemorySnapshotStore.emptyBucket();
  private final LineageMirror lineages = new InMemoryLineageMirror();
  private final List<ClusterName> hints = new ArrayList<>();
  private Optional<String> noHint = Optional.empty();
  private Optional<SnapshotStoreException.Cause> noBucket = Optional.empty();
  private int closesAfter = -1;
  private Instant now = Sample.NOW;
  private StringWriter printed = new StringWriter();
  private String err = "";

  public Run(RecordStore store) {
    this.store = store;
  }

  public static Run onEmptyStore() {
    return new Run(new InMemoryRecordStore());
  }

  public RecordStore store() {
    return store;
  }

  public Run input(String text) {
    input = text;
    return this;
  }

  public Run on(CloudReader seen) {
    cloud = seen;
    return this;
  }

  /** A variable of the environment. */
  public Run environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** With what options clouds were opened. */
  public List<GlobalOptions> opened() {
    return opened;
  }

  public Run onTerminal() {
    terminal = true;
    return this;
  }

  /** What happens between two looks of a watching command; after the last it stops. */
  public Run betweenLooks(Runnable... happenings) {
    betweenLooks.addAll(List.of(happenings));
    return this;
  }

  /** So much time passes. */
  public Run later(Duration time) {
    now = now.plus(time);
    return this;
  }

  /** The reader of standard output takes so many lines, then closes it. */
  public Run outClosedAfter(int lines) {
    closesAfter = lines;
    return this;
  }

  public int quorate(String... args) {
    StringWriter outText = new StringWriter();
    printed = outText;
    StringWriter errText = new StringWriter();
    CommandContext context =
        new CommandContext(
            new ByteArrayInputStream(input.getBytes(UTF_8)),
            new PrintWriter(
                closesAfter < 0 ? outText : new ClosingWriter(outText, closesAfter), true),
            new PrintWriter(errText, true),
            terminal,
            name -> environment.getOrDefault(name, ""),
            () -> now,
            interval -> next(),
            () -> new ClusterUid("fresh-uid"),
            options -> {
              opened.add(options);
              return new Open();
            });
    int code = Quorate.run(context, args);
    err = errText.toString();
    return code;
  }

  /** What it has printed; while it runs, so far. */
  public String out() {
    return printed.toString();
  }

  public String err() {
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

  /** The clusters that the controller was asked to look at. */
  public List<ClusterName> hints() {
    return hints;
  }

  /** The controller cannot be asked. */
  public Run withoutQueue(String why) {
    noHint = Optional.of(why);
    return this;
  }

  /** The mirror of lineages in the bucket. */
  public LineageMirror lineages() {
    return lineages;
  }

  /** The bucket cannot be used. */
  public Run withoutBucket(SnapshotStoreException.Cause why) {
    noBucket = Optional.of(why);
    return this;
  }

  /** The objects in the bucket. */
  public Map<String, byte[]> bucket() {
    return bucket;
  }

  private final class Open implements Clouds.Open {
    @Override
    public RecordStore store() {
      return store;
    }

    @Override
    public String principal() {
      return PRINCIPAL;
    }

    @Override
    public CloudReader instances() {
      return cloud;
    }

    @Override
    public Optional<String> hint(ClusterName cluster) {
      if (noHint.isEmpty()) {
        hints.add(cluster);
      }
      return noHint;
    }

    @Override
    public SnapshotStore snapshots(ClusterName cluster, ClusterUid uid) {
      if (noBucket.isPresent()) {
        throw new SnapshotStoreException(noBucket.get(), "as asked");
      }
      return new InMemorySnapshotStore(bucket, cluster, uid);
    }

    @Override
    public LineageMirror lineages() {
      return lineages;
    }

    @Override
    public void download(String of, String key, Path target, LongConsumer progress)
        throws IOException {
      new InMemorySnapshotStore(bucket, Sample.DEMO, Sample.UID).download(key, target, progress);
    }

    @Override
    public void close() {}
  }
}
