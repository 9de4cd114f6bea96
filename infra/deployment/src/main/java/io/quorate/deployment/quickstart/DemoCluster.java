package io.quorate.deployment.quickstart;

import io.quorate.deployment.tour.Callers;
import io.quorate.localcloud.route53.Route53;
import io.quorate.model.ClusterName;

/**
 * The cluster that the quick start shows.
 *
 * @param name its name
 * @param nodes how many instances
 * @param tls whether members and clients speak TLS
 * @param auth whether access control is on, for which clients need certificates
 */
record DemoCluster(ClusterName name, int nodes, boolean tls, boolean auth) {
  /**
   * Its spec.
   *
   * @param host where clients reach it, beside its members' addresses
   */
  String spec(String host) {
    return "name: "
        + name
        + "\nsize: "
        + nodes
        + "\netcd:\n  version: 3.5\n"
        + (tls ? "tls:\n  mode: managed\n  clients: required\n  sans: [" + host + "]\n" : "")
        + (auth ? users() : "")
        + "dns:\n  zone: "
        + Route53.ZONE
        + "\n  name: "
        + name
        + "."
        + Route53.ZONE_NAME
        + "\n";
  }

  /** Who follows the guide may do everything; the application has keys of its own. */
  private static String users() {
    return """
        auth:
          enabled: true
          roles:
            - name: %2$s
              permissions:
                - {mode: readwrite, prefix: %3$s}
                - {mode: readwrite, prefix: %4$s}
          users:
            - {name: %1$s, roles: [root]}
            - {name: %2$s, roles: [%2$s]}
        """
        .formatted(Guide.CLIENT, Guide.APPLICATION, Callers.KEYS, Callers.LOCK);
  }
}
