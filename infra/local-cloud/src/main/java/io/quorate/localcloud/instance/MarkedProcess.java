package io.quorate.localcloud.instance;

/**
 * A live process of a cloud.
 *
 * @param handle the process; it guards against a reused pid by its start time
 * @param owner instance id, or a Lambda environment's
 * @param command its command line, as far as it can be read
 */
public record MarkedProcess(ProcessHandle handle, String owner, String command) {
  /** Its process id. */
  public long pid() {
    return handle.pid();
  }
}
