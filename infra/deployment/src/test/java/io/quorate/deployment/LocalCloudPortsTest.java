package io.quorate.deployment;

import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import java.io.IOException;

/** The ports on the local cloud's servers. */
class LocalCloudPortsTest extends PortsOn {
  @Override
  AdaptersOn open() throws IOException {
    return AdaptersOn.cloud(LocalCloud.start(LocalCloudConfig.inMemory()));
  }
}
