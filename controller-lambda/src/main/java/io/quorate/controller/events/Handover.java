package io.quorate.controller.events;

/** Invokes the function itself, once more, without waiting for it. */
@FunctionalInterface
public interface Handover {
  /** The service, as the SDK names it. */
  String SERVICE = "Lambda";

  /** What is called of it. */
  String OPERATION = "Invoke";

  /** The call that it is, as the turns of its clusters name it where it is not answered. */
  String CALL = SERVICE + " " + OPERATION;

  /** Has a share taken by another invocation; false: it was refused, or nothing is known of it. */
  boolean take(Trigger.Share share);
}
