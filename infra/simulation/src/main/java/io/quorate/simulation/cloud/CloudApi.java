package io.quorate.simulation.cloud;

/** Which service of the cloud a call is to; each may be away or slow while the other answers. */
public enum CloudApi {
  EC2,
  AUTO_SCALING
}
