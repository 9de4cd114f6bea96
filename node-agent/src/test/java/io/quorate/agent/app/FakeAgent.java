package io.quorate.agent.app;

import io.quorate.agent.run.AgentSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An agent that notes how it was ended and shows what it is told to show. */
final class FakeAgent implements RunningAgent {
  final List<String> endings = new ArrayList<>();
  volatile AgentSnapshot shows = Snapshots.of(0, Optional.of("starting"));
  Runnable whileClosing = () -> {};

  @Override
  public void close() {
    endings.add("close");
    whileClosing.run();
  }

  @Override
  public void abandon() {
    endings.add("abandon");
  }

  @Override
  public AgentSnapshot snapshot() {
    return shows;
  }
}
