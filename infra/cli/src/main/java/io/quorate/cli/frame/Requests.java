package io.quorate.cli.frame;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.codec.Codecs;
import io.quorate.model.ClusterName;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Notice;
import io.quorate.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Asks the controller for something, and follows what comes of it.
 *
 * <ol>
 *   <li>Write the request, under an id that sorts by time; nobody else writes under it. The notice
 *       changes with it, so that agents are attentive to what comes of it.
 *   <li>Send a hint to the queue of events, so that a turn takes it up at once.
 *   <li>Read the request until it is answered, telling what changes meanwhile.
 * </ol>
 */
public final class Requests {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
  private static final DateTimeFormatter ID =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int SUFFIX = 8;

  private final Clouds.Open cloud;
  private final CommandContext context;
  private final ClusterName cluster;
  private final Consumer<String> tell;

  /** Requests about a cluster; {@code tell} hears how they go. */
  public Requests(
      Clouds.Open cloud, CommandContext context, ClusterName cluster, Consumer<String> tell) {
    this.cloud = cloud;
    this.context = context;
    this.cluster = cluster;
    this.tell = tell;
  }

  /** Writes a request and sends the hint. */
  public Request submit(RequestKind kind, Map<String, String> arguments) {
    Instant now = context.clock().instant();
    String unique = context.uids().get().value();
    String id = ID.format(now) + "-" + unique.substring(0, Math.min(SUFFIX, unique.length()));
    Request request = Request.open(id, kind, arguments, cloud.principal(), now);
    Write write =
        new Write.Put(
            new Item(Keys.request(cluster, id), Codecs.REQUEST.write(request)), Expect.noRecord());
    if (!cloud.store().transact(List.of(write, Notice.change(cluster))).written()) {
      throw new CommandFailure(
          CommandExitCode.CONFLICT, "request " + id + " is there already: run it again");
    }
    cloud
        .hint(cluster)
        .ifPresent(
            why ->
                tell.accept(
                    "the controller could not be asked to look at once ("
                        + why
                        + "): its next scheduled turn takes the request up"));
    return request;
  }

  /** Until it is answered, the patience is over, or the command is told to end. */
  public Request follow(Request asked, Patience patience) {
    Instant since = context.clock().instant();
    Request last = asked;
    String told = "";
    while (!last.state().closed()
        && !patience.over(since, context.clock().instant())
        && context.pace().next(BETWEEN_LOOKS)) {
      last = read(asked.id()).orElseThrow(() -> gone(asked));
      String now = progress(last);
      if (!now.equals(told) && !last.state().closed()) {
        tell.accept(now);
        told = now;
      }
    }
    return last;
  }

  private static CommandFailure gone(Request asked) {
    return new CommandFailure(
        CommandExitCode.CONFLICT,
        "request " + asked.id() + " is no longer there: answered requests are kept for a day");
  }

  private Optional<Request> read(String id) {
    Key key = Keys.request(cluster, id);
    return Optional.ofNullable(cloud.store().read(List.of(key)).get(key))
        .map(item -> Codecs.REQUEST.read(item.attributes(), item.key().toString()));
  }

  private String progress(Request request) {
    String words =
        request.state() == Request.State.OPEN
            ? "waiting for the controller"
                + (request.detail().isEmpty()
                    ? "; quorate explain " + cluster + " tells why"
                    : ": ")
            : "";
    return words
        + request.detail()
        + TaskProgress.of(cloud.store(), cluster, request).map(text -> ": " + text).orElse("");
  }
}
