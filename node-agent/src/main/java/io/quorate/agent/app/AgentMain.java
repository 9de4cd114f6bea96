package io.quorate.agent.app;

import io.micronaut.context.ApplicationContext;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the agent; exits as {@link ExitCode} says. */
public final class AgentMain {
  private static final Logger LOG = LoggerFactory.getLogger(AgentMain.class);

  private AgentMain() {}

  /** Takes no arguments: every setting is in the environment. */
  public static void main(String[] args) {
    switch (AgentConfigReader.read(System.getenv())) {
      case AgentConfigResult.Invalid invalid -> refuse(invalid.errors());
      case AgentConfigResult.Valid valid -> run(valid.config());
    }
  }

  private static void refuse(List<ConfigError> errors) {
    errors.forEach(error -> LOG.error("setting={}", error));
    System.exit(ExitCode.BAD_CONFIGURATION.code());
  }

  private static void run(AgentConfig config) {
    Ending ending = new Ending(Runtime.getRuntime()::halt);
    Thread.setDefaultUncaughtExceptionHandler((t, error) -> ending.failed(t.getName(), error));
    ApplicationContext beans =
        ApplicationContext.builder()
            .deduceEnvironment(false)
            .environmentPropertySource(false)
            .banner(false)
            .singletons(config)
            .start();
    LOG.info(
        "agent=starting version={} cluster={} {}",
        AgentVersion.read(),
        config.cluster(),
        beans.getBean(InstanceIdentity.class));
    SupervisingAgent agent = beans.getBean(SupervisingAgent.class);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> ending.asked(agent, config.stopEtcdOnExit()), "agent-stop"));
    beans.getBean(AgentPages.class);
    agent.run();
    ending.done();
  }
}
