package io.quorate.localcloud;

import java.net.URI;

/** Where AWS answers: the one thing a suite must know to run on the local cloud or on another. */
public interface AwsEndpoint {
  /** What to give a client as its endpoint override, for every service. */
  URI endpoint();

  /** The region to sign for. */
  String region();
}
