package io.quorate.localcloud.terraform;

import java.util.List;

/**
 * The private zone of the clusters' names that Terraform created.
 *
 * @param id of the zone
 * @param name without a dot at its end
 */
public record CreatedZone(String id, String name) {
  /** Reads it out of a state. One that the nodes' VPC does not see is an error. */
  public static CreatedZone in(TerraformState state) {
    Attributes zone = state.one("aws_route53_zone", "clusters");
    String vpc = state.one("aws_security_group", "node").text("vpc_id");
    List<Attributes> seenBy = zone.blocks("vpc");
    // moto does not tell a zone's VPCs.
    if (!seenBy.isEmpty() && seenBy.stream().noneMatch(seen -> seen.text("vpc_id").equals(vpc))) {
      throw zone.mismatch("vpc", "one of " + vpc + ", in which the nodes are");
    }
    return new CreatedZone(zone.text("zone_id"), zone.text("name"));
  }
}
