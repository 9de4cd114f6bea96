package io.quorate.localcloud;

import io.quorate.localcloud.data.CapacityMeter;
import io.quorate.localcloud.data.DynamoDbServer;
import io.quorate.localcloud.data.S3Server;
import io.quorate.localcloud.data.SqsServer;
import io.quorate.localcloud.data.StorageClasses;
import io.quorate.localcloud.faults.Faults;
import io.quorate.localcloud.faults.FaultsAdmin;
import io.quorate.localcloud.gateway.AccessRequests;
import io.quorate.localcloud.gateway.Gateway;
import io.quorate.localcloud.gateway.PolicyBook;
import io.quorate.localcloud.gateway.RequestCounters;
import io.quorate.localcloud.gateway.StsEndpoint;
import io.quorate.localcloud.route53.Route53;
import io.quorate.localcloud.secrets.KeptSecrets;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The services that Quorate uses, on this machine, behind one address. DynamoDB, S3, SQS, Route 53,
 * Secrets Manager and STS are there from the start; others are added with {@link #register}.
 */
public final class LocalCloud implements AwsEndpoint, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalCloud.class);

  private final LocalCloudConfig config;
  private final Faults faults;
  private final RequestCounters requests = new RequestCounters();
  private final PolicyBook policies;
  private final Gateway gateway;
  private final CompletableFuture<DynamoDbServer> dynamoDb;
  private final Route53 hostedZones;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  private LocalCloud(LocalCloudConfig config) throws IOException {
    this.config = config;
    this.hostedZones = Route53.in(config.home());
    this.faults = new Faults(config.seed());
    this.policies = new PolicyBook(config.region());
    this.dynamoDb =
        inBackground(() -> DynamoDbServer.start(config.home(), config.region(), config.account()));
    AccessRequests access =
        new AccessRequests(config.region(), config.account(), table -> dynamoDb.join().of(table));
    this.gateway = new Gateway(config.host(), config.port(), access, requests, faults, policies);
    closeWithThis(() -> dynamoDb.join().close());
  }

  /** Starts all; returns when every service answers. */
  public static LocalCloud start(LocalCloudConfig config) throws IOException {
    LocalCloud cloud = new LocalCloud(config);
    try {
      cloud.open();
      return cloud;
    } catch (IOException | RuntimeException e) {
      try {
        cloud.close();
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw new IOException("the local cloud did not start: " + config, e);
    }
  }

  private void open() throws IOException {
    CompletableFuture<ServiceEndpoint> s3 = inBackground(() -> S3Server.start(config.home()));
    gateway.bind();
    SqsServer sqs = SqsServer.start(config.region(), config.account(), gateway.endpoint());
    closeWithThis(sqs);
    closeWithThis(gateway);
    gateway.register("dynamodb", dynamoDb.join());
    StorageClasses objects = new StorageClasses(s3.join());
    gateway.register("s3", objects);
    gateway.registerAdmin(StorageClasses.PREFIX, objects.admin());
    gateway.register("sqs", sqs);
    gateway.register("route53", hostedZones);
    gateway.register(
        "secretsmanager", KeptSecrets.in(config.region(), config.account(), config.home()));
    gateway.register("sts", new StsEndpoint(config.account()));
    gateway.registerAdmin(FaultsAdmin.PATH, new FaultsAdmin(faults));
    gateway.registerAdmin(RequestCounters.PATH, requests);
    gateway.start();
    String home = config.home().map(Path::toString).orElse("memory");
    LOG.info("started endpoint={} home={}", endpoint(), home);
  }

  @Override
  public URI endpoint() {
    return gateway.endpoint();
  }

  @Override
  public String region() {
    return config.region();
  }

  public LocalCloudConfig config() {
    return config;
  }

  /** What goes wrong: add rules, cut principals off. */
  public Faults faults() {
    return faults;
  }

  /** Who asked what how often. */
  public RequestCounters requests() {
    return requests;
  }

  /** Who may do what; all may do all until a document is registered. */
  public PolicyBook policies() {
    return policies;
  }

  /** The hosted zones. */
  public Route53 hostedZones() {
    return hostedZones;
  }

  /** Adds a service by its signing name, as in {@code autoscaling}, or replaces it. */
  public void register(String service, ServiceEndpoint endpoint) {
    gateway.register(service, endpoint);
  }

  /** Counts from now on the capacity units that DynamoDB would bill. */
  public CapacityMeter meterDynamoDb() {
    CapacityMeter meter = new CapacityMeter();
    gateway.intercept("dynamodb", meter::before);
    return meter;
  }

  /** Serves all paths that start with a prefix, as in {@code /_cloud/instances}. */
  public void registerAdmin(String pathPrefix, ServiceEndpoint endpoint) {
    gateway.registerAdmin(pathPrefix, endpoint);
  }

  /** Closes a part with this cloud, before all parts that were added earlier. */
  public void closeWithThis(AutoCloseable part) {
    parts.push(part);
  }

  /** Stops all, the latest part first; a part that fails does not keep the others from stopping. */
  @Override
  public void close() throws IOException {
    IOException failed = new IOException("a part of the local cloud did not stop");
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        failed.addSuppressed(e);
      }
    }
    if (failed.getSuppressed().length > 0) {
      throw failed;
    }
  }

  private interface Starter<T> {
    T start() throws IOException;
  }

  private static <T> CompletableFuture<T> inBackground(Starter<T> starter) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("local-cloud-start")
        .start(
            () -> {
              try {
                result.complete(starter.start());
              } catch (IOException | RuntimeException | Error e) {
                result.completeExceptionally(e);
              }
            });
    return result;
  }
}
