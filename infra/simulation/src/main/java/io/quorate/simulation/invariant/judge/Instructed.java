package io.quorate.simulation.invariant.judge;

import io.quorate.command.Command;
import io.quorate.command.CommandEffect;
import io.quorate.command.CommandHeader;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.command.LeaveCluster;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Every instruction that was ever recorded for one cluster, and what stands in its slots now. */
public final class Instructed {
  /** What stands in a slot, and since when. */
  public record Slot(CommandSlot held, long since) {
    /** Whether its executor has yet to answer it. */
    public boolean open() {
      return held.state() != CommandSlot.State.CLOSED;
    }

    String id() {
      return held.command().header().id();
    }
  }

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Map<Key, Slot> slots = new LinkedHashMap<>();
  private final Set<MemberId> targets = new HashSet<>();
  private final Set<InstanceId> joiners = new HashSet<>();
  private final Map<MemberId, InstanceId> leavers = new HashMap<>();
  private final List<BiConsumer<StoreModel.Written, CommandSlot>> issued = new ArrayList<>();
  private final List<BiConsumer<StoreModel.Written, CommandSlot>> closed = new ArrayList<>();
  private Optional<String> overwritten = Optional.empty();

  public Instructed(SimWorld world, SimCluster simCluster) {
    this.world = world;
    this.simCluster = simCluster;
    world.store().onWrite(this::written);
  }

  /** To be told of each instruction when it is issued. */
  public void onIssued(BiConsumer<StoreModel.Written, CommandSlot> told) {
    issued.add(told);
  }

  /** To be told of each instruction when it is closed. */
  public void onClosed(BiConsumer<StoreModel.Written, CommandSlot> told) {
    closed.add(told);
  }

  /** What stands in the slots. */
  public Map<Key, Slot> slots() {
    return slots;
  }

  /** What stands in a slot under this id. */
  public Optional<Command> instruction(String id) {
    return slots.values().stream()
        .filter(slot -> slot.id().equals(id))
        .map(slot -> slot.held().command())
        .findFirst();
  }

  /** A slot that was overwritten though its instruction was not closed. */
  public Optional<String> overwritten() {
    return overwritten;
  }

  /** Whether any instruction ever named this member as the one to go. */
  public boolean toGo(MemberId member) {
    return targets.contains(member);
  }

  /** Whether an instance was ever told to join. */
  public boolean joins(InstanceId instance) {
    return joiners.contains(instance);
  }

  /** Whether an instance was ever told to leave. */
  public boolean leaves(InstanceId instance) {
    return leavers.containsValue(instance);
  }

  /** Whether a member's own node was ever told to leave with it. */
  public boolean leaves(MemberId member) {
    return leavers.containsKey(member);
  }

  /** Whether an instruction that is not closed restarts the member on an instance. */
  public boolean restarts(InstanceId instance) {
    return slots.values().stream()
        .filter(Slot::open)
        .flatMap(slot -> slot.held().command().effects().stream())
        .anyMatch(
            effect ->
                effect instanceof CommandEffect.Restarts restarts
                    && restarts.instance().equals(instance));
  }

  private void written(StoreModel.Written done) {
    done.puts(Table.CLUSTERS, simCluster.name().value()).stream()
        .filter(item -> item.key().sort().startsWith(Keys.slots(Lane.MEMBERSHIP)))
        .forEach(item -> TableRecords.slot(item).ifPresent(next -> put(done, item.key(), next)));
  }

  private void put(StoreModel.Written done, Key key, CommandSlot next) {
    Slot before = slots.get(key);
    boolean same = before != null && before.id().equals(next.command().header().id());
    if (before != null && !mayFollow(before, next, same) && overwritten.isEmpty()) {
      overwritten =
          Optional.of(
              "slot " + key.sort() + " held " + before.held() + " and is overwritten by " + next);
    }
    long since = before != null && same ? before.since() : world.scheduler().now();
    slots.put(key, new Slot(next, since));
    for (CommandEffect effect : next.command().effects()) {
      switch (effect) {
        case CommandEffect.Removes removes -> targets.add(removes.member());
        case CommandEffect.Promotes promotes -> joiners.add(promotes.instance());
        case CommandEffect.Stops stops -> {}
        case CommandEffect.Restarts restarts -> {}
        case CommandEffect.Blocks blocks -> {}
      }
    }
    if (next.command() instanceof LeaveCluster leave) {
      leavers.put(leave.member(), leave.header().executor());
    }
    tell(done, before, next, same);
  }

  private void tell(
      StoreModel.Written done, @Nullable Slot before, CommandSlot next, boolean same) {
    boolean wasClosed = same && before != null && !before.open();
    switch (next.state()) {
      case OPEN -> {
        if (!same) {
          issued.forEach(told -> told.accept(done, next));
        }
      }
      case CLOSED -> {
        if (!wasClosed) {
          closed.forEach(told -> told.accept(done, next));
        }
      }
      case CANCEL_REQUESTED -> {}
    }
  }

  private static boolean mayFollow(Slot before, CommandSlot next, boolean same) {
    return same
        ? before.held().state().compareTo(next.state()) <= 0
        : !before.open() && next.state() == CommandSlot.State.OPEN;
  }

  /** The table became another one: its slots are what it shows. */
  public void reread() {
    slots.clear();
    for (Item item :
        world
            .store()
            .tables()
            .list(Table.CLUSTERS, simCluster.name().value(), Keys.slots(Lane.MEMBERSHIP))) {
      TableRecords.slot(item)
          .ifPresent(held -> slots.put(item.key(), new Slot(held, world.scheduler().now())));
    }
  }

  /** In words. */
  public static String words(Slot slot) {
    return words(slot.held());
  }

  /** In words. */
  public static String words(CommandSlot slot) {
    CommandHeader header = slot.command().header();
    return slot.command().kind() + " " + header.id() + " of " + header.executor();
  }
}
