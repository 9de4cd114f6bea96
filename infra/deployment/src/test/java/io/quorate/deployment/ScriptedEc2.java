package io.quorate.deployment;

import io.quorate.localcloud.protocol.QueryParameters;
import io.quorate.localcloud.protocol.XmlReplies;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An EC2 that lists what a test says.
 *
 * @param pages "instance state next-token", the last left out at the end, by the token asked with
 */
record ScriptedEc2(Map<String, String> pages) implements ServiceEndpoint {
  @Override
  public HttpReply handle(HttpCall call) {
    QueryParameters in = QueryParameters.of(call);
    String page = Optional.ofNullable(pages.get(in.text("NextToken").orElse(""))).orElseThrow();
    List<String> parts = List.of(page.split(" ", -1));
    return XmlReplies.EC2.ok(
        in.required("Action"),
        out -> {
          out.list(
              "reservationSet",
              List.of(page),
              reservation ->
                  out.list(
                      "instancesSet",
                      List.of(page),
                      instance ->
                          out.text("instanceId", parts.get(0))
                              .element(
                                  "instanceState",
                                  () -> out.text("code", 16).text("name", parts.get(1)))));
          out.text("nextToken", parts.stream().skip(2).findFirst());
        });
  }
}
