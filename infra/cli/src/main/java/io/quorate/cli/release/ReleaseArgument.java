package io.quorate.cli.release;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.spec.EtcdVersion;
import java.util.Optional;
import picocli.CommandLine.Parameters;

/** Names one release of a product on the command line. */
final class ReleaseArgument {
  @Parameters(index = "0", arity = "1", paramLabel = "PRODUCT", description = "The product: etcd.")
  private String product = "";

  @Parameters(
      index = "1",
      arity = "1",
      paramLabel = "VERSION",
      description = "The exact version, such as 3.5.30.")
  private String version = "";

  /** The release, of the only product that there is. */
  EtcdVersion etcd() {
    if (!product.equals("etcd")) {
      throw new CommandFailure(
          CommandExitCode.USAGE, "product '" + product + "': expected etcd, the only one so far");
    }
    Optional<EtcdVersion> exact =
        EtcdVersion.parse(version).filter(found -> found.patch().isPresent());
    return exact
        .filter(EtcdVersion::isSupported)
        .orElseThrow(
            () ->
                new CommandFailure(
                    CommandExitCode.USAGE,
                    "version '"
                        + version
                        + "': expected an exact release of "
                        + EtcdVersion.SUPPORTED));
  }
}
