package io.quorate.localcloud.gateway;

import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.Faults;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a request: 1. find its service and operation; 2. count it; 3. let faults have it; 4.
 * ask whether its principal may; 5. have the service answer.
 */
final class Pipeline {
  private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);

  private final Map<String, ServiceEndpoint> services = new ConcurrentHashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AccessRequests accessRequests;
  private final RequestCounters counters;
  private final Faults faults;
  private final PolicyBook policies;

  Pipeline(
      AccessRequests accessRequests, RequestCounters counters, Faults faults, PolicyBook policies) {
    this.accessRequests = accessRequests;
    this.counters = counters;
    this.faults = faults;
    this.policies = policies;
  }

  void register(String service, ServiceEndpoint endpoint) {
    services.put(service, endpoint);
  }

  /** Puts something before a service that is registered. */
  void intercept(String service, UnaryOperator<ServiceEndpoint> around) {
    if (services.computeIfPresent(service, (name, endpoint) -> around.apply(endpoint)) == null) {
      throw new IllegalArgumentException(
          "service \"%s\" is not registered, expected one of %s"
              .formatted(service, new TreeSet<>(services.keySet())));
    }
  }

  /** Lets no request wait any longer. */
  void close() {
    closed.countDown();
  }

  /** The reply; empty when the connection must close without one. */
  Optional<HttpReply> answer(HttpCall call, Optional<Signature> signature)
      throws InterruptedException {
    ServiceRequest request = ServiceRequest.of(call, signature);
    counters.count(call.principal(), request.service(), request.operation());
    List<AccessRequest> parts;
    try {
      parts = accessRequests.of(request);
    } catch (IOException e) {
      return Optional.of(
          ErrorReplies.of(
              request, new ErrorReply(400, "SerializationException", "unreadable body: " + e)));
    }
    List<String> resources = parts.stream().map(AccessRequest::resource).toList();
    Faults.Verdict verdict =
        faults.judge(call.principal(), request.service(), request.operation(), resources);
    if (closed.await(verdict.delay().toNanos(), TimeUnit.NANOSECONDS)) {
      return Optional.empty();
    }
    return verdict.action().isEmpty()
        ? Optional.of(carryOut(request, parts))
        : interfere(verdict.action().get(), request, parts);
  }

  private Optional<HttpReply> interfere(
      FaultAction action, ServiceRequest request, List<AccessRequest> parts) {
    LOG.debug(
        "fault={} principal={} service={} operation={}",
        action,
        request.call().principal(),
        request.service(),
        request.operation());
    return switch (action) {
      case FaultAction.Fail(int status, String code) ->
          Optional.of(ErrorReplies.of(request, new ErrorReply(status, code, "injected")));
      case FaultAction.Throttle() ->
          Optional.of(ErrorReplies.of(request, ErrorReplies.throttled(request)));
      case FaultAction.DropBefore() -> Optional.empty();
      case FaultAction.DropAfter() -> {
        carryOut(request, parts);
        yield Optional.empty();
      }
      case FaultAction.Duplicate() -> {
        carryOut(request, parts);
        yield Optional.of(carryOut(request, parts));
      }
      case FaultAction.Delay delay -> throw new IllegalStateException("not a verdict: " + delay);
    };
  }

  private HttpReply carryOut(ServiceRequest request, List<AccessRequest> parts) {
    String principal = request.call().principal();
    Optional<AccessRequest> denied = policies.firstDenied(principal, parts);
    if (denied.isPresent()) {
      String message =
          "%s is not authorized to perform: %s on resource: %s"
              .formatted(principal, denied.get().action(), denied.get().resource());
      counters.denied(principal, denied.get());
      LOG.info(
          "denied principal={} action={} resource={}",
          principal,
          denied.get().action(),
          denied.get().resource());
      return ErrorReplies.of(request, ErrorReplies.denied(request, message));
    }
    ServiceEndpoint service = services.get(request.service());
    if (service == null) {
      String message =
          "service \"%s\" (operation %s) is not part of this local cloud, which has %s"
              .formatted(request.service(), request.operation(), new TreeSet<>(services.keySet()));
      return ErrorReplies.of(request, new ErrorReply(501, "NotImplemented", message));
    }
    try {
      return service.handle(request.call());
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "failed service={} operation={} principal={}",
          request.service(),
          request.operation(),
          principal,
          e);
      return ErrorReplies.of(request, ErrorReplies.internal(request, String.valueOf(e)));
    }
  }
}
