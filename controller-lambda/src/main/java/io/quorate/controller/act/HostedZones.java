package io.quorate.controller.act;

import io.quorate.controller.view.DnsChange;
import io.quorate.controller.view.ZoneView;
import java.util.List;

/**
 * The port to the hosted zones of DNS. A call ends within seconds and is not repeated by itself.
 */
public interface HostedZones {
  /** Where there is none. */
  HostedZones NONE =
      new HostedZones() {
        @Override
        public ZoneView records(String zone, String name) {
          return new ZoneView.Unknown("NoAnswer: this controller has no way to Route 53");
        }

        @Override
        public void change(String zone, List<DnsChange> changes) {
          throw new CloudUnavailableException("NoAnswer: this controller has no way to Route 53");
        }
      };

  /** What a zone holds at a name and below it. */
  ZoneView records(String zone, String name);

  /**
   * Makes all these changes, or none.
   *
   * @throws CloudUnavailableException when they were not made, or it is unknown whether they were;
   *     its message begins with the error code and a colon
   */
  void change(String zone, List<DnsChange> changes);
}
