package io.quorate.cli.console;

import io.quorate.controller.observe.CloudReader;
import io.quorate.store.RecordStore;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the page is made from; nothing of it is ever written to.
 *
 * @param store the two tables
 * @param instances Auto Scaling and EC2, opened when somebody first asks for an explanation
 * @param clock this machine's clock
 * @param told says what is wrong, and the way out, as the other commands do
 * @param about names and values that tell where all this was read
 */
public record ConsoleSources(
    RecordStore store,
    Supplier<CloudReader> instances,
    InstantSource clock,
    Function<RuntimeException, String> told,
    Map<String, Object> about) {
  public ConsoleSources {
    about = Map.copyOf(about);
  }
}
