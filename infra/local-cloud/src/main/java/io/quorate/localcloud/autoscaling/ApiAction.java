package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.protocol.QueryParameters;
import io.quorate.localcloud.protocol.Xml;

/** One action of the API: reads its parameters, does it, writes its result. */
@FunctionalInterface
interface ApiAction {
  void run(QueryParameters in, Xml out);
}
