package io.quorate.localcloud.instance;

/** Cuts a principal off from the cloud's services, and lets it back. */
public interface CloudLinks {
  /** From now on no request of this principal is answered. */
  void cut(String principal);

  /** Ends the cut. */
  void restore(String principal);
}
