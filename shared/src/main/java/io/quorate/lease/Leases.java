package io.quorate.lease;

import io.quorate.codec.Codecs;
import io.quorate.codec.LeaseAttributes;
import io.quorate.codec.Schema;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.model.InstanceId;
import io.quorate.state.ClockReading;
import io.quorate.state.HeartbeatProgress;
import io.quorate.state.Lease;
import io.quorate.state.UnansweredCall;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Takes and releases the controller's lease.
 *
 * <ol>
 *   <li>Each take is one conditional update that adds to the token, one as a rule: two holders
 *       never share one.
 *   <li>The record is never deleted, so the token never falls.
 *   <li>The end only says when another may try; clocks may be wrong. Every transaction of a turn
 *       carries {@link #check}, so a holder that was overtaken writes nothing (I4).
 *   <li>An end further ahead than any lease lasts and clocks differ was written by a clock gone
 *       wrong: it holds nobody up for as long as that clock was ahead.
 * </ol>
 */
public final class Leases {
  private static final String FREE = "";

  private final RecordStore store;
  private final Optional<String> controllerVersion;

  /** Leases kept in this store. */
  public Leases(RecordStore store) {
    this(store, Optional.empty());
  }

  /** The same, for a controller that leaves its release in what it takes. */
  public Leases(RecordStore store, Optional<String> controllerVersion) {
    this.store = store;
    this.controllerVersion = controllerVersion;
  }

  /**
   * Takes the lease if it is free, has run out, or ends too far ahead to be true.
   *
   * @param ownerNonce unique to this turn; the same again only to repeat a take whose answer was
   *     lost
   * @param now by this contender's clock
   * @return empty while another holds it
   * @throws io.quorate.store.StoreUnavailableException when it is unknown whether it was taken
   */
  public Optional<HeldLease> take(
      ClusterName cluster, String ownerNonce, Instant now, Duration duration) {
    return take(cluster, ownerNonce, now, duration, 1);
  }

  /**
   * Takes the lease as {@link #take} does, by a token past one that was seen: for a table that is
   * older than its cluster.
   */
  public Optional<HeldLease> takePast(
      FencingToken seen, ClusterName cluster, String ownerNonce, Instant now, Duration duration) {
    long stored = issued(cluster).value();
    return take(cluster, ownerNonce, now, duration, Math.max(1, seen.value() + 1 - stored));
  }

  /** The newest token that the table knows to be issued. */
  public FencingToken issued(ClusterName cluster) {
    Key key = Keys.lease(cluster);
    return Optional.ofNullable(store.read(List.of(key)).get(key))
        .map(item -> held(cluster, item).token())
        .orElse(FencingToken.NONE);
  }

  private Optional<HeldLease> take(
      ClusterName cluster, String ownerNonce, Instant now, Duration duration, long by) {
    if (ownerNonce.equals(FREE) || duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException(
          "take by '"
              + ownerNonce
              + "' for "
              + duration
              + ": expected a nonce and a positive time");
    }
    Instant until = now.plus(duration);
    Map<String, Object> set =
        Tree.builder()
            .with(Schema.ATTRIBUTE, Schema.VERSION)
            .with(LeaseAttributes.OWNER, ownerNonce)
            .with(LeaseAttributes.UNTIL_MILLIS, until.toEpochMilli())
            .with(LeaseAttributes.UNTIL, until)
            .withOptional(LeaseAttributes.CONTROLLER_VERSION, controllerVersion)
            .build();
    Expect takeable =
        Expect.any(
            Expect.noRecord(),
            Expect.is(LeaseAttributes.OWNER, FREE),
            Expect.below(LeaseAttributes.UNTIL_MILLIS, now.toEpochMilli()),
            Expect.above(
                LeaseAttributes.UNTIL_MILLIS,
                until.plus(ClockReading.CLOCKS_APART).toEpochMilli()));
    Key key = Keys.lease(cluster);
    WriteResult result =
        store.write(new Write.Update(key, set, Map.of(LeaseAttributes.TOKEN, by), takeable));
    return switch (result) {
      case WriteResult.Written written ->
          Optional.of(held(cluster, written.updated().orElseThrow()));
      // The client may have repeated an update whose answer was lost: then it stands in its own
      // way.
      case WriteResult.Refused refused ->
          refused
              .existing()
              .map(item -> held(cluster, item))
              .filter(held -> held.owner().equals(ownerNonce));
    };
  }

  /**
   * Does something under a lease, and frees it with what it told of heartbeats when it was taken.
   *
   * @param taken what {@link #take} or {@link #takePast} gave
   * @param busy the result where somebody else holds it
   */
  public <T> T under(Optional<HeldLease> taken, T busy, Function<HeldLease, T> work) {
    if (taken.isEmpty()) {
      return busy;
    }
    try {
      return work.apply(taken.get());
    } finally {
      release(taken.get(), taken.get().asTaken().heartbeatProgress());
    }
  }

  /** Frees the lease as below, for whoever made no call to AWS that is told of. */
  public boolean release(HeldLease held, Map<InstanceId, HeartbeatProgress> heartbeatProgress) {
    return release(held, heartbeatProgress, held.asTaken().unanswered());
  }

  /**
   * Frees the lease and leaves what was observed to the next holder.
   *
   * @param unanswered the calls to AWS that are not answered
   * @return whether it was still held; otherwise nothing was written
   * @throws io.quorate.store.StoreUnavailableException when it is unknown whether it was freed
   */
  public boolean release(
      HeldLease held,
      Map<InstanceId, HeartbeatProgress> heartbeatProgress,
      Map<String, UnansweredCall> unanswered) {
    Map<String, Object> set =
        Map.of(
            LeaseAttributes.OWNER,
            FREE,
            LeaseAttributes.HEARTBEAT_PROGRESS,
            Codecs.LEASE.attribute("heartbeatProgress", heartbeatProgress),
            LeaseAttributes.UNANSWERED,
            Codecs.LEASE.attribute("unanswered", unanswered));
    Key key = Keys.lease(held.cluster());
    WriteResult result = store.write(new Write.Update(key, set, Map.of(), stillHeld(held)));
    return switch (result) {
      case WriteResult.Written written -> true;
      // Only its holder frees a lease, so this token's free record is this release's own doing.
      case WriteResult.Refused refused ->
          refused
              .existing()
              .map(item -> held(held.cluster(), item))
              .filter(now -> now.token().equals(held.token()) && now.owner().equals(FREE))
              .isPresent();
    };
  }

  /** That nobody has taken the lease since, nor freed it. */
  public static Expect stillHeld(HeldLease held) {
    return Expect.all(
        Expect.is(LeaseAttributes.OWNER, held.owner()),
        Expect.is(LeaseAttributes.TOKEN, held.token().value()));
  }

  /** The part that every transaction of the turn carries. */
  public static Write check(HeldLease held) {
    return new Write.Check(Keys.lease(held.cluster()), stillHeld(held));
  }

  private static HeldLease held(ClusterName cluster, Item item) {
    Lease lease = Codecs.LEASE.read(item.attributes(), item.key().toString());
    return new HeldLease(cluster, lease.token(), lease);
  }
}
