package io.quorate.simulation.node;

import java.io.IOException;
import java.util.Optional;
import java.util.function.LongSupplier;

/** What keeps an agent's file calls from going well: no room, or power that goes in between. */
public final class FileTroubles {
  private final LongSupplier clock;
  private long fullUntil;
  private int refusals;
  private Optional<PowerCut> powerCut = Optional.empty();

  /** The power goes before the file call that comes after so many others. */
  private record PowerCut(long after, Runnable cut) {}

  FileTroubles(LongSupplier clock) {
    this.clock = clock;
  }

  /** Has the power cut before the call to write a file that comes after so many others. */
  public void cutPowerAtFileCall(long after, Runnable cut) {
    powerCut = Optional.of(new PowerCut(after, cut));
  }

  /** The disk has no room until then. */
  public void fillDisk(long until) {
    fullUntil = Math.max(fullUntil, until);
  }

  /** Asks for room to write. */
  void room() throws IOException {
    if (clock.getAsLong() < fullUntil) {
      refusals++;
      throw new IOException("No space left on device");
    }
  }

  /** How often there was no room. */
  public int refusals() {
    return refusals;
  }

  /** The agent is about to call. */
  void fileCall() {
    PowerCut due = powerCut.orElse(null);
    if (due == null) {
      return;
    }
    if (due.after() > 0) {
      powerCut = Optional.of(new PowerCut(due.after() - 1, due.cut()));
    } else {
      powerCut = Optional.empty();
      due.cut().run();
    }
  }

  /** The power is off: it cannot go once more. */
  void powerIsOff() {
    powerCut = Optional.empty();
  }
}
