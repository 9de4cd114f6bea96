package io.quorate.agent.steps.frame;

/**
 * A step under its name.
 *
 * @param name as journalled; never to be changed while an agent may have journalled it
 */
public record NamedStep(String name, Step step) {}
