package io.quorate.codec;

import io.quorate.command.Lane;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.AgentIncarnation;
import io.quorate.state.DataState;
import io.quorate.state.Endpoints;
import io.quorate.state.EtcdRuns;
import io.quorate.state.Heartbeat;
import io.quorate.state.ProcessState;
import io.quorate.state.Watermark;
import java.util.Map;
import java.util.Optional;

/**
 * A node's row. Conditions rest on {@code incarnationNonce}, {@code incarnationCount}, {@code
 * diskId}, {@code sequence} and {@code stateVersion}; a stream filter on {@code alert}, absent
 * while steady. The row says whose it is, though its key does too, so that it is whole without it.
 *
 * <p>Attributes that this schema version does not know are tolerated, and dropped when written
 * back.
 */
public final class HeartbeatCodec {
  private HeartbeatCodec() {}

  /** The row's attributes. */
  public static Map<String, Object> write(Heartbeat beat) {
    Tree.Builder tree =
        Schema.builder()
            .with("clusterName", beat.cluster())
            .with("instanceId", beat.instance())
            .with("zone", beat.zone())
            .with("peerUrl", beat.endpoints().peerUrl())
            .with("clientUrl", beat.endpoints().clientUrl())
            .with("agentVersion", beat.agentVersion())
            .with("diskId", beat.boot().diskId())
            .with("incarnationCount", beat.boot().count())
            .with("incarnationNonce", beat.boot().nonce())
            .with("sequence", beat.sequence())
            .with("stateVersion", beat.stateVersion())
            .withOptional("identity", beat.identity().map(MemberCodec::identity))
            .with("data", beat.data())
            .withOptional(
                "watermark",
                Optional.of(beat.watermark())
                    .filter(watermark -> !watermark.equals(Watermark.NONE))
                    .map(MemberCodec::watermark))
            .with("process", beat.process())
            .withOptional("lastExit", beat.lastExit())
            .withOptional("etcdInstalled", beat.runs().installed())
            .with("etcdStarts", beat.runs().starts())
            .withOptional("etcdRefused", beat.runs().refused())
            .withOptional("etcdSettings", beat.runs().settings())
            .withOptional("status", beat.status().map(MemberCodec::status))
            .with("quorumProven", beat.quorumProven())
            .with("members", beat.members().stream().map(MemberCodec::entry).toList())
            .with("peers", beat.peers().stream().map(MemberCodec::peer).toList())
            .with("seenGeneration", beat.seenGeneration().value())
            .with("seenToken", beat.seenToken().value())
            .withOptional("outcome", beat.outcome().map(CommandCodec::outcome))
            .withOptional("currentStep", beat.currentStep())
            .withOptional("alert", beat.alert());
    return NodeReportCodec.fields(tree, beat.report()).with("at", beat.at()).build();
  }

  /** Reads the row. */
  public static Heartbeat read(Map<String, Object> attributes, String where) {
    return Schema.read(attributes, where, HeartbeatCodec::heartbeat);
  }

  private static Heartbeat heartbeat(Tree tree) {
    return new Heartbeat(
        tree.value("clusterName", ClusterName::new),
        tree.value("instanceId", InstanceId::new),
        tree.string("zone"),
        new Endpoints(tree.string("peerUrl"), tree.string("clientUrl")),
        tree.string("agentVersion"),
        new AgentIncarnation(
            tree.string("diskId"),
            tree.number("incarnationCount"),
            tree.string("incarnationNonce")),
        tree.number("sequence"),
        tree.number("stateVersion"),
        tree.optionalTree("identity").map(MemberCodec::identity),
        tree.constant("data", DataState.class),
        tree.optionalTree("watermark").map(MemberCodec::watermark).orElse(Watermark.NONE),
        tree.constant("process", ProcessState.class),
        tree.optionalString("lastExit"),
        runs(tree),
        tree.optionalTree("status").map(MemberCodec::status),
        tree.flag("quorumProven"),
        tree.trees("members").stream().map(MemberCodec::entry).toList(),
        tree.trees("peers").stream().map(MemberCodec::peer).toList(),
        new Generation(tree.number("seenGeneration")),
        new FencingToken(tree.number("seenToken")),
        tree.optionalTree("outcome").map(ended -> CommandCodec.outcome(ended, Lane.MEMBERSHIP)),
        tree.optionalString("currentStep"),
        tree.optionalString("alert"),
        NodeReportCodec.read(tree),
        tree.instant("at"));
  }

  /** Older agents tell nothing of it; a version in another form is not known. */
  private static EtcdRuns runs(Tree tree) {
    return new EtcdRuns(
        tree.optionalString("etcdInstalled").flatMap(EtcdVersion::parse),
        tree.optionalNumber("etcdStarts").orElse(0L),
        tree.optionalString("etcdRefused"),
        tree.optionalString("etcdSettings"));
  }
}
