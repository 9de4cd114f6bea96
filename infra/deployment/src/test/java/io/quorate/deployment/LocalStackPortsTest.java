package io.quorate.deployment;

import io.quorate.localcloud.LocalStackAvailable;
import io.quorate.localcloud.LocalStackCloud;

/** The same on LocalStack, where Docker answers. */
@LocalStackAvailable
class LocalStackPortsTest extends PortsOn {
  @Override
  AdaptersOn open() {
    return AdaptersOn.cloud(LocalStackCloud.start());
  }
}
