package io.quorate.simulation.differential;

/** What is seen of one side. */
interface Look {
  /** What is seen now, of every place that ever ran. */
  Seen look();
}
