package io.quorate.localcloud.instance;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * An instance at one moment.
 *
 * @param id {@code i-} and 17 hexadecimal digits
 * @param zone availability zone
 * @param address private address
 * @param folder its disk
 * @param state EC2 state
 * @param endReason what EC2 says of its end, "" before
 * @param launched when it was launched
 * @param tags its tags
 * @param agentPid pid of the supervised command while it lives
 * @param agentStarts how often the supervised command was started
 * @param agentHeld whether it is not started again
 * @param cutOff whether it is cut off from the cloud
 * @param otherPids pids of its other live processes; empty in listings that do not scan processes
 */
public record InstanceView(
    String id,
    String zone,
    String address,
    Path folder,
    Ec2State state,
    String endReason,
    Instant launched,
    Map<String, String> tags,
    OptionalLong agentPid,
    int agentStarts,
    boolean agentHeld,
    boolean cutOff,
    List<Long> otherPids) {}
