package io.quorate.localcloud.data;

import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.stax.WstxOutputFactory;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.xml.XmlFactory;
import com.fasterxml.jackson.dataformat.xml.XmlMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.robothy.netty.http.HttpRequest;
import com.robothy.netty.http.HttpResponse;
import com.robothy.netty.router.Router;
import com.robothy.s3.core.model.internal.BucketMetadata;
import com.robothy.s3.core.model.internal.LocalS3Metadata;
import com.robothy.s3.core.service.BucketService;
import com.robothy.s3.core.service.InMemoryBucketService;
import com.robothy.s3.core.service.ObjectService;
import com.robothy.s3.core.service.loader.FileSystemS3MetadataLoader;
import com.robothy.s3.core.service.manager.LocalS3ServicesInvocationHandler;
import com.robothy.s3.core.service.manager.vectors.LocalS3VectorsManager;
import com.robothy.s3.core.service.s3vectors.S3VectorsService;
import com.robothy.s3.core.storage.FileSystemBucketMetadataStore;
import com.robothy.s3.core.storage.MetadataStore;
import com.robothy.s3.core.storage.Storage;
import com.robothy.s3.rest.handler.LocalS3RouterFactory;
import com.robothy.s3.rest.service.DefaultServiceFactory;
import com.robothy.s3.rest.service.ServiceFactory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;

/** S3: the library local-s3, asked in process through its own router, without its server. */
public final class S3Server implements ServiceEndpoint {
  private final Router router;

  private S3Server(Router router) {
    this.router = router;
  }

  /**
   * Opens the buckets in the home folder, or none in memory; {@link ConditionalWrites} included.
   */
  public static ServiceEndpoint start(Optional<Path> home) throws IOException {
    Optional<Path> folder = home.map(parent -> parent.resolve("s3"));
    if (folder.isPresent()) {
      Files.createDirectories(folder.get());
    }
    LocalS3Metadata metadata =
        folder.map(FileSystemS3MetadataLoader.create()::load).orElseGet(LocalS3Metadata::new);
    Optional<MetadataStore<BucketMetadata>> store =
        folder.map(FileSystemBucketMetadataStore::create);
    BucketService buckets =
        guarded(BucketService.class, InMemoryBucketService.create(metadata), metadata, store);
    ObjectService objects =
        guarded(ObjectService.class, new PartedObjects(metadata, storage(folder)), metadata, store);
    ServiceFactory services = new DefaultServiceFactory();
    services.register(BucketService.class, () -> buckets);
    services.register(ObjectService.class, () -> objects);
    S3VectorsService vectors = LocalS3VectorsManager.createInMemory().s3VectorsService();
    services.register(S3VectorsService.class, () -> vectors);
    XmlMapper xml = xmlMapper();
    services.register(XmlMapper.class, () -> xml);
    ObjectMapper json = jsonMapper();
    services.register(ObjectMapper.class, () -> json);
    return new ConditionalWrites(new S3Server(LocalS3RouterFactory.create(services)));
  }

  /** Where the library puts the objects' contents, in a folder or in memory. */
  private static JoinedStorage storage(Optional<Path> folder) throws IOException {
    return new JoinedStorage(
        folder
            .map(parent -> Storage.createPersistent(parent.resolve(".storage")))
            .orElseGet(Storage::createInMemory),
        folder.map(parent -> parent.resolve(".parts")));
  }

  /** With the library's own locks, and its own writing of what a call changed. */
  private static <T> T guarded(
      Class<T> type,
      T service,
      LocalS3Metadata metadata,
      Optional<MetadataStore<BucketMetadata>> store) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            new LocalS3ServicesInvocationHandler<>(
                service,
                name -> metadata.getBucketMetadata(name).orElseThrow(),
                store.orElse(null))));
  }

  private static XmlMapper xmlMapper() {
    XMLInputFactory input = new WstxInputFactory();
    input.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    input.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    input.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    XmlMapper mapper = new XmlMapper(new XmlFactory(input, new WstxOutputFactory()));
    mapper.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    mapper.registerModule(new Jdk8Module());
    mapper.registerModule(new JavaTimeModule());
    return mapper;
  }

  private static ObjectMapper jsonMapper() {
    ObjectMapper mapper = new ObjectMapper();
    mapper.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    mapper.configure(SerializationFeature.FAIL_ON_EMPTY_BEANS, false);
    mapper.setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
    return mapper;
  }

  @Override
  public HttpReply handle(HttpCall call) throws IOException {
    HttpRequest request = requestOf(call);
    HttpResponse response = new HttpResponse();
    try {
      router.match(request).handle(request, response);
    } catch (Exception e) {
      response = new HttpResponse();
      router.findExceptionHandler(e.getClass()).handle(e, request, response);
    }
    return replyOf(response);
  }

  private static HttpRequest requestOf(HttpCall call) {
    String uri = call.query().isEmpty() ? call.path() : call.path() + "?" + call.query();
    QueryStringDecoder decoded = new QueryStringDecoder(uri);
    Map<CharSequence, String> headers = new HashMap<>();
    call.headers().forEach((name, values) -> headers.put(name, values.get(values.size() - 1)));
    headers.put("host", "127.0.0.1");
    return HttpRequest.builder()
        .method(HttpMethod.valueOf(call.method()))
        .uri(uri)
        .path(decoded.path())
        .params(new HashMap<>(decoded.parameters()))
        .headers(headers)
        .httpVersion(HttpVersion.HTTP_1_1)
        .body(Unpooled.wrappedBuffer(call.body()))
        .build();
  }

  private static HttpReply replyOf(HttpResponse response) {
    ByteBuf content = response.getBody();
    try {
      byte[] body = new byte[content.readableBytes()];
      content.readBytes(body);
      Map<String, String> headers = new LinkedHashMap<>(response.getHeaders());
      headers.keySet().removeIf(name -> name.equalsIgnoreCase("connection"));
      return new HttpReply(
          Optional.ofNullable(response.getStatus()).orElse(HttpResponseStatus.OK).code(),
          headers,
          body);
    } finally {
      content.release();
    }
  }
}
