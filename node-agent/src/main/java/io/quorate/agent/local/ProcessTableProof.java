package io.quorate.agent.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.agent.port.NoEtcdProof;
import io.quorate.state.Endpoints;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@link NoEtcdProof} from the process table and the own ports. An etcd whose directory was deleted
 * goes on serving for a while, and nothing on the disk shows it.
 */
public final class ProcessTableProof implements NoEtcdProof {
  private static final int CONNECT_MILLIS = 500;

  private final Path processes;
  private final String dataFlag;

  /**
   * Looks for processes that have their data below a folder.
   *
   * @param root folder of the journal and of etcd's data
   */
  public ProcessTableProof(Path root) {
    this(root, Path.of("/proc"));
  }

  ProcessTableProof(Path root, Path processes) {
    this.processes = processes;
    this.dataFlag = "--data-dir=" + root.resolve("etcd");
  }

  @Override
  public Optional<String> doubt(Endpoints own) {
    return process().or(() -> port(own.peerUrl())).or(() -> port(own.clientUrl()));
  }

  private Optional<String> process() {
    try (Stream<Path> found = Files.list(processes)) {
      List<Path> all = found.filter(p -> p.getFileName().toString().matches("\\d+")).toList();
      for (Path process : all) {
        if (runsOnOwnData(process)) {
          return Optional.of("process " + process.getFileName() + " runs with " + dataFlag);
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("the process table cannot be read: " + e);
    }
  }

  private boolean runsOnOwnData(Path process) throws IOException {
    try {
      String commandLine = new String(Files.readAllBytes(process.resolve("cmdline")), UTF_8);
      return Stream.of(commandLine.split("\0")).anyMatch(part -> part.startsWith(dataFlag));
    } catch (NoSuchFileException e) {
      return false; // It ended meanwhile.
    } catch (IOException e) {
      if (Files.exists(process)) {
        throw e;
      }
      return false;
    }
  }

  private static Optional<String> port(String url) {
    URI uri = URI.create(url);
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), CONNECT_MILLIS);
      return Optional.of("somebody listens at " + url);
    } catch (ConnectException e) {
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("whether " + url + " is free cannot be told: " + e);
    }
  }
}
