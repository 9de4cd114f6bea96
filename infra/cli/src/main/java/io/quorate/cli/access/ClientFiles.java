package io.quorate.cli.access;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Where a client's key, its certificate and the authority's are written. The key is written before
 * anything is asked for, and readable by its owner alone from the first moment.
 *
 * @param key PKCS #8 in PEM
 * @param certificate in PEM
 * @param ca whom the client trusts, in PEM
 */
record ClientFiles(Path key, Path certificate, Path ca) {
  /** Named after the client, in this folder. */
  static ClientFiles in(Path folder, String commonName) {
    return new ClientFiles(
        folder.resolve(commonName + ".key"),
        folder.resolve(commonName + ".pem"),
        folder.resolve(commonName + "-ca.pem"));
  }

  /** Writes the key, and refuses to replace any of the three. */
  void keep(String privateKey) {
    for (Path file : List.of(key, certificate, ca)) {
      if (Files.exists(file)) {
        throw new CommandFailure(
            CommandExitCode.USAGE,
            file
                + " is there already, and nothing was asked for: expected a folder without it;"
                + " choose another with --out, or move it away");
      }
    }
    try {
      Files.createDirectories(key.toAbsolutePath().normalize().resolveSibling(""));
      Files.createFile(
          key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(key, privateKey);
    } catch (IOException e) {
      throw failed(key, e);
    }
  }

  /** Writes what was signed for the key. */
  void signed(String certificatePem, String caPem) {
    try {
      Files.writeString(certificate, certificatePem);
      Files.writeString(ca, caPem);
    } catch (IOException e) {
      throw failed(certificate, e);
    }
  }

  /** Nothing was signed for the key: it is good for nothing. */
  void giveUp() {
    try {
      Files.deleteIfExists(key);
    } catch (IOException e) {
      throw failed(key, e);
    }
  }

  private static CommandFailure failed(Path file, IOException e) {
    return new CommandFailure(CommandExitCode.USAGE, "cannot write " + file + ": " + e, e);
  }
}
