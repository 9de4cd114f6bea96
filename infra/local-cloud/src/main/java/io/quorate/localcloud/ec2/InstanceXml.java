package io.quorate.localcloud.ec2;

import io.quorate.localcloud.instance.Ec2State;
import io.quorate.localcloud.instance.InstanceSettings;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.protocol.Xml;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeMap;

/** Writes instances as EC2 does; a terminated one no longer has its address. */
final class InstanceXml {
  private static final String LOOPBACK = "127.0.0.1";

  private InstanceXml() {}

  static void reservation(Xml out, InstanceSettings settings, InstanceView instance) {
    out.text("reservationId", "r-" + instance.id().substring(2))
        .text("ownerId", settings.account())
        .texts("groupSet", List.of())
        .list("instancesSet", List.of(instance), one -> instance(out, settings, one));
  }

  private static void instance(Xml out, InstanceSettings settings, InstanceView instance) {
    boolean terminated = instance.state() == Ec2State.TERMINATED;
    out.text("instanceId", instance.id()).text("imageId", "ami-00000000000000000");
    state(out, "instanceState", instance.state());
    out.text("privateDnsName", terminated ? "" : dnsName(instance)).text("dnsName", "");
    boolean asked = instance.endReason().startsWith("Client.UserInitiated");
    out.text("reason", terminated && asked ? "User initiated" : "");
    if (terminated) {
      out.element(
          "stateReason",
          () ->
              out.text("code", instance.endReason().split(":", 2)[0])
                  .text("message", instance.endReason()));
    }
    out.text("amiLaunchIndex", 0)
        .texts("productCodes", List.of())
        .text("instanceType", "local.process")
        .text("launchTime", instance.launched().truncatedTo(ChronoUnit.MILLIS));
    out.element(
        "placement",
        () ->
            out.text("availabilityZone", instance.zone())
                .text("groupName", "")
                .text("tenancy", "default"));
    out.element("monitoring", () -> out.text("state", "disabled"));
    if (!terminated) {
      out.text("subnetId", "subnet-" + instance.zone())
          .text("vpcId", "vpc-local")
          .text("privateIpAddress", instance.address());
    }
    out.text("architecture", "x86_64").text("virtualizationType", "hvm").text("hypervisor", "xen");
    out.texts("groupSet", List.of())
        .text("rootDeviceType", "ebs")
        .texts("blockDeviceMapping", List.of())
        .list(
            "networkInterfaceSet",
            terminated ? List.<InstanceView>of() : List.of(instance),
            shown -> network(out, shown))
        .text("clientToken", "")
        .text("ebsOptimized", false);
    out.list(
        "tagSet",
        new TreeMap<>(instance.tags()).entrySet(),
        tag -> out.text("key", tag.getKey()).text("value", tag.getValue()));
    out.element(
        "iamInstanceProfile",
        () ->
            out.text(
                    "arn",
                    "arn:aws:iam::%s:instance-profile/%s"
                        .formatted(settings.account(), settings.role()))
                .text("id", "AIPALOCAL"));
  }

  /** What an instance's process calls from is the loopback address: it is one of its own. */
  private static void network(Xml out, InstanceView instance) {
    out.text("networkInterfaceId", "eni-" + instance.id().substring(2))
        .text("privateIpAddress", instance.address())
        .list(
            "privateIpAddressesSet",
            List.of(instance.address(), LOOPBACK),
            address ->
                out.text("privateIpAddress", address)
                    .text("primary", address.equals(instance.address())));
  }

  private static String dnsName(InstanceView instance) {
    return "ip-" + instance.address().replace('.', '-') + ".local";
  }

  static void state(Xml out, String name, Ec2State state) {
    out.element(name, () -> out.text("code", state.code()).text("name", state.wireName()));
  }

  static void status(Xml out, InstanceView instance) {
    out.text("instanceId", instance.id()).text("availabilityZone", instance.zone());
    state(out, "instanceState", instance.state());
    String status = instance.state() == Ec2State.RUNNING ? "ok" : "not-applicable";
    out.element("systemStatus", () -> out.text("status", status));
    out.element("instanceStatus", () -> out.text("status", status));
  }
}
