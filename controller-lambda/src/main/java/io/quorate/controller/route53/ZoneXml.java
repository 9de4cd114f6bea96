package io.quorate.controller.route53;

import io.quorate.controller.view.DnsChange;
import io.quorate.controller.view.DnsRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** What Route 53's API (2013-04-01) is asked and answers, as XML. */
final class ZoneXml {
  private static final String NAMESPACE = "https://route53.amazonaws.com/doc/2013-04-01/";
  private static final String ALIAS = "ALIAS ";

  private ZoneXml() {}

  /**
   * One page of a listing.
   *
   * @param records its records
   * @param next name and type that the next page begins with; empty at the end
   */
  record Page(List<DnsRecord> records, Optional<Start> next) {}

  /**
   * Where a page begins.
   *
   * @param name a record's name
   * @param type its type; empty for all
   */
  record Start(String name, Optional<String> type) {}

  /** The body of ChangeResourceRecordSets. */
  static String batch(List<DnsChange> changes) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append("<ChangeResourceRecordSetsRequest xmlns=\"").append(NAMESPACE).append("\">");
    xml.append("<ChangeBatch><Comment>Quorate</Comment><Changes>");
    for (DnsChange change : changes) {
      DnsRecord record = change.record();
      xml.append("<Change><Action>").append(change.kind()).append("</Action><ResourceRecordSet>");
      xml.append("<Name>").append(escaped(record.name())).append(".</Name>");
      xml.append("<Type>").append(escaped(record.type())).append("</Type>");
      xml.append("<TTL>").append(record.ttlSeconds()).append("</TTL><ResourceRecords>");
      record
          .values()
          .forEach(
              value ->
                  xml.append("<ResourceRecord><Value>")
                      .append(escaped(value))
                      .append("</Value></ResourceRecord>"));
      xml.append("</ResourceRecords></ResourceRecordSet></Change>");
    }
    return xml.append("</Changes></ChangeBatch></ChangeResourceRecordSetsRequest>").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** Reads the answer of ListResourceRecordSets. */
  static Page page(byte[] body) throws IOException {
    Element root = root(body);
    List<DnsRecord> records;
    try {
      records = elements(root, "ResourceRecordSet").map(ZoneXml::record).toList();
    } catch (NumberFormatException e) {
      throw new IOException("a TTL is not a number: " + e.getMessage(), e);
    }
    return new Page(
        records,
        text(root, "IsTruncated").filter("true"::equals).isPresent()
            ? text(root, "NextRecordName")
                .map(name -> new Start(name, text(root, "NextRecordType")))
            : Optional.empty());
  }

  private static DnsRecord record(Element set) {
    List<String> values = new ArrayList<>();
    elements(set, "AliasTarget")
        .forEach(alias -> values.add(ALIAS + text(alias, "DNSName").orElse("")));
    elements(set, "Value").forEach(value -> values.add(value.getTextContent()));
    String name = text(set, "Name").orElse("");
    return new DnsRecord(
        name.endsWith(".") ? name.substring(0, name.length() - 1) : name,
        text(set, "Type").orElse(""),
        text(set, "TTL").map(Long::parseLong).orElse(0L),
        values);
  }

  /** Whether a record is an alias, whose target alone does not say how to delete it. */
  static boolean isAlias(DnsRecord record) {
    return record.values().stream().anyMatch(value -> value.startsWith(ALIAS));
  }

  /** The code of an error, a colon and its message. */
  static String error(int status, byte[] body) {
    try {
      Element root = root(body);
      return code(status, root) + ": " + text(root, "Message").orElse("no message");
    } catch (IOException e) {
      return "Http" + status + ": an answer that is not XML";
    }
  }

  /** The code of an error. */
  static String code(int status, byte[] body) {
    try {
      return code(status, root(body));
    } catch (IOException e) {
      return "Http" + status;
    }
  }

  private static String code(int status, Element root) {
    return text(root, "Code")
        .orElseGet(
            () ->
                root.getLocalName().equals("InvalidChangeBatch")
                    ? "InvalidChangeBatch"
                    : "Http" + status);
  }

  private static Element root(byte[] body) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setNamespaceAware(true);
      var builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null); // What it finds is thrown, and not printed besides.
      Document document = builder.parse(new ByteArrayInputStream(body));
      return document.getDocumentElement();
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JDK's own parser of XML", e);
    } catch (SAXException e) {
      throw new IOException("the answer is not XML: " + e.getMessage(), e);
    }
  }

  private static Optional<String> text(Element within, String name) {
    return elements(within, name).findFirst().map(Node::getTextContent);
  }

  private static Stream<Element> elements(Element within, String name) {
    var found = within.getElementsByTagNameNS("*", name);
    return IntStream.range(0, found.getLength()).mapToObj(n -> (Element) found.item(n));
  }
}
