package io.quorate.agent.snapshots;

import io.quorate.agent.etcd.tools.ChildCommand;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Some folders as a tar file, made by the machine's {@code tar} while it is read. Where tar fails
 * the stream fails, too: what ends is whole.
 */
final class TarStream extends FilterInputStream {
  private static final int WORDS_MAX = 300;
  private static final long END_SECONDS = 30;

  private final Process tar;
  private final Path words;

  private TarStream(Process tar, Path words) {
    super(tar.getInputStream());
    this.tar = tar;
    this.words = words;
  }

  /**
   * Begins to read.
   *
   * @param parent what the names in the tar file are relative to
   * @param names folders in there
   * @param words where tar's own words go
   * @throws IOException where there is no tar on this machine, too
   */
  static TarStream of(Path parent, List<String> names, Path words) throws IOException {
    List<String> command = new ArrayList<>(List.of("tar", "-C", parent.toString(), "-cf", "-"));
    command.add("--");
    command.addAll(names);
    Process process = ChildCommand.of(command).redirectError(words.toFile()).start();
    return new TarStream(process, words);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int read = super.read(into, from, length);
    if (read < 0) {
      ended();
    }
    return read;
  }

  private void ended() throws IOException {
    try {
      if (!tar.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("tar closed its output and has not ended for 30 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted at tar's end");
      interrupted.initCause(e);
      throw interrupted;
    }
    if (tar.exitValue() != 0) {
      String said = Files.readString(words).strip();
      throw new IOException(
          "tar ended with exit code "
              + tar.exitValue()
              + ": "
              + said.substring(0, Math.min(said.length(), WORDS_MAX)));
    }
  }

  @Override
  public void close() throws IOException {
    tar.destroyForcibly();
    super.close();
  }
}
