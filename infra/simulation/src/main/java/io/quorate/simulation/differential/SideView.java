package io.quorate.simulation.differential;

/** What is seen of one side. */
interface SideView {
  /** What is seen now, of every place that ever ran. */
  SeenState look();
}
