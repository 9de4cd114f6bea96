package io.quorate.deployment;

import io.quorate.localcloud.terraform.ControlPlaneModule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * How to deploy.
 *
 * @param home folder for tables, disks and logs
 * @param port the cloud's TCP port, 0 for any free one
 * @param addressBlock third number of the first zone's addresses 127.0.n.y
 * @param schedule how often the safety net looks at every cluster; a minute on AWS
 * @param functionConcurrency invocations of the controller at once
 * @param agentEnvironment more variables for every agent
 * @param functionEnvironment more variables for the controller
 * @param seed for everything that chance decides in the cloud
 */
public record DeploymentConfig(
    Path home,
    int port,
    int addressBlock,
    Duration schedule,
    int functionConcurrency,
    Map<String, String> agentEnvironment,
    Map<String, String> functionEnvironment,
    long seed) {
  public DeploymentConfig {
    home = home.toAbsolutePath().normalize();
    agentEnvironment = Map.copyOf(agentEnvironment);
    functionEnvironment = Map.copyOf(functionEnvironment);
  }

  /** As Terraform deploys it on AWS: the schedule and the invocations at once. */
  public static DeploymentConfig at(Path home) {
    ControlPlaneModule module = ControlPlaneModule.get();
    return new DeploymentConfig(
        home, 0, 10, module.scheduleEvery(), module.queue().concurrency(), Map.of(), Map.of(), 1);
  }

  /** The same on another port. */
  public DeploymentConfig withPort(int newPort) {
    return new DeploymentConfig(
        home,
        newPort,
        addressBlock,
        schedule,
        functionConcurrency,
        agentEnvironment,
        functionEnvironment,
        seed);
  }

  /** The same with other addresses, so that several deployments live side by side. */
  public DeploymentConfig withAddressBlock(int block) {
    return new DeploymentConfig(
        home,
        port,
        block,
        schedule,
        functionConcurrency,
        agentEnvironment,
        functionEnvironment,
        seed);
  }

  /** The same with another interval of the safety net. */
  public DeploymentConfig withSchedule(Duration every) {
    return new DeploymentConfig(
        home,
        port,
        addressBlock,
        every,
        functionConcurrency,
        agentEnvironment,
        functionEnvironment,
        seed);
  }

  /** The same with logs of agents and controller in this form, from this level on. */
  public DeploymentConfig withLog(String format, String level) {
    Map<String, String> log = Map.of("QUORATE_LOG_FORMAT", format, "QUORATE_LOG_LEVEL", level);
    return new DeploymentConfig(
        home,
        port,
        addressBlock,
        schedule,
        functionConcurrency,
        with(agentEnvironment, log),
        with(functionEnvironment, log),
        seed);
  }

  private static Map<String, String> with(Map<String, String> some, Map<String, String> more) {
    Map<String, String> all = new HashMap<>(some);
    all.putAll(more);
    return all;
  }

  /** The same with more variables for every agent. */
  public DeploymentConfig withAgentEnvironment(Map<String, String> variables) {
    return new DeploymentConfig(
        home,
        port,
        addressBlock,
        schedule,
        functionConcurrency,
        with(agentEnvironment, variables),
        functionEnvironment,
        seed);
  }

  /** The same with more variables for the controller. */
  public DeploymentConfig withFunctionEnvironment(Map<String, String> variables) {
    return new DeploymentConfig(
        home, port, addressBlock, schedule, functionConcurrency, agentEnvironment, variables, seed);
  }
}
