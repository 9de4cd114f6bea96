package io.quorate.agent.app;

/** Neither the settings nor the metadata service told which instance this is. */
public final class InstanceUnknownException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InstanceUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}
