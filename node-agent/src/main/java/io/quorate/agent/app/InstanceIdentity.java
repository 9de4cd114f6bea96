package io.quorate.agent.app;

import io.quorate.model.InstanceId;

/**
 * Which instance this is.
 *
 * @param instance its EC2 id, also its etcd member's name
 * @param zone its availability zone
 * @param address its private IPv4 address; where it is reached, never who it is
 * @param region its AWS region
 */
public record InstanceIdentity(InstanceId instance, String zone, String address, String region) {}
