package io.quorate.agent.app;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.Micronaut;
import io.quorate.agent.etcd.tools.ChildCommand;
import io.quorate.release.ProjectVersion;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the agent; exits as {@link AgentExitCode} says. */
public final class AgentMain {
  private static final Logger LOG = LoggerFactory.getLogger(AgentMain.class);

  private AgentMain() {}

  /** Every setting is in the environment; the one argument there is asks for the version. */
  public static void main(String[] args) {
    if (List.of(args).equals(List.of("--version"))) {
      System.out.println("quorate agent " + ProjectVersion.read());
      return;
    }
    ApplicationContext beans =
        Micronaut.build(new String[0])
            .mainClass(AgentMain.class)
            .deduceEnvironment(false)
            .environmentPropertySource(false)
            .propertySources(EnvironmentTexts.of(System.getenv()))
            .banner(false)
            .start();
    switch (beans.getBean(AgentConfigResult.class)) {
      case AgentConfigResult.Invalid invalid -> refuse(invalid.errors());
      case AgentConfigResult.Valid valid -> run(beans, valid.config());
    }
  }

  private static void refuse(List<ConfigError> errors) {
    errors.forEach(error -> LOG.error("setting={}", error));
    System.exit(AgentExitCode.BAD_CONFIGURATION.code());
  }

  private static void run(ApplicationContext beans, AgentConfig config) {
    ShutdownCoordinator ending = new ShutdownCoordinator(Runtime.getRuntime()::halt);
    Thread.setDefaultUncaughtExceptionHandler((t, error) -> ending.failed(t.getName(), error));
    InstanceIdentity self = beans.getBean(InstanceIdentity.class);
    AgentLog.of(self);
    LOG.info(
        "agent=starting version={} cluster={} {}", ProjectVersion.read(), config.cluster(), self);
    ChildCommand.withheld(System.getenv())
        .ifPresent(told -> LOG.warn("event=etcd-variables-ignored detail=\"{}\"", told));
    AgentProcess agent = beans.getBean(AgentProcess.class);
    AgentLog.ofBoot(agent.bootCount());
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> ending.asked(agent, config.stopEtcdOnExit()), "agent-stop"));
    beans.getBean(AdminServerStarter.class).start();
    know(beans, config, new InstanceIdentityCheck(self, ending, agent));
    agent.run();
    ending.done();
  }

  /** Remembers who this is, as told by the metadata service, or has it tell that later. */
  private static void know(
      ApplicationContext beans, AgentConfig config, InstanceIdentityCheck check) {
    InstanceIdentityCache memory = beans.getBean(InstanceIdentityCache.class);
    if (beans.getBean(InstanceIdentityResolver.Found.class).told()) {
      if (config.instance().isEmpty()) {
        memory.keep(check.startedBy());
      }
      return;
    }
    InstanceIdentityResolver service = beans.getBean(InstanceIdentityResolver.class);
    Thread.ofPlatform() // No daemon: where it stops etcd, it also ends the process.
        .name("agent-identity")
        .start(
            () -> {
              InstanceIdentity told = confirmed(service);
              memory.keep(told);
              check.against(told);
            });
  }

  private static InstanceIdentity confirmed(InstanceIdentityResolver service) {
    try {
      return service.confirm();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted before it was told which instance this is", e);
    }
  }
}
