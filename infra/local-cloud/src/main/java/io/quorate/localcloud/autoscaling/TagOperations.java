package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.protocol.AwsError;
import io.quorate.localcloud.protocol.QueryParameters;
import io.quorate.localcloud.protocol.Xml;
import java.util.List;
import java.util.Map;

/** Tags of groups. */
final class TagOperations {
  private final Groups groups;

  TagOperations(Groups groups) {
    this.groups = groups;
  }

  private record Owned(Group group, GroupTag tag) {}

  void register(Map<String, ApiAction> actions) {
    actions.put("CreateOrUpdateTags", (in, out) -> in.structures("Tags.member").forEach(this::put));
    actions.put("DeleteTags", (in, out) -> in.structures("Tags.member").forEach(this::delete));
    actions.put("DescribeTags", this::describe);
  }

  static void put(Group group, QueryParameters tag) {
    String key = tag.required("Key");
    group.tags.put(
        key,
        new GroupTag(
            key, tag.text("Value").orElse(""), tag.flag("PropagateAtLaunch").orElse(false)));
  }

  private void put(QueryParameters tag) {
    put(owner(tag), tag);
  }

  private void delete(QueryParameters tag) {
    owner(tag).tags.remove(tag.required("Key"));
  }

  private Group owner(QueryParameters tag) {
    String name = tag.required("ResourceId");
    return groups
        .find(name)
        .orElseThrow(() -> AwsError.validation("AutoScalingGroup %s not found".formatted(name)));
  }

  private void describe(QueryParameters in, Xml out) {
    List<QueryParameters> filters = in.structures("Filters.member");
    List<Owned> found =
        groups.all().stream()
            .flatMap(group -> group.tags.values().stream().map(tag -> new Owned(group, tag)))
            .filter(owned -> filters.stream().allMatch(filter -> matches(owned, filter)))
            .toList();
    Page.write(in, out, "Tags", found, owned -> GroupXml.tag(out, owned.group(), owned.tag()));
  }

  private static boolean matches(Owned owned, QueryParameters filter) {
    List<String> values = filter.list("Values.member");
    return switch (filter.required("Name")) {
      case "auto-scaling-group" -> values.contains(owned.group().name);
      case "key" -> values.contains(owned.tag().key());
      case "value" -> values.contains(owned.tag().value());
      case "propagate-at-launch" -> values.contains(String.valueOf(owned.tag().propagate()));
      default -> throw unknown(filter);
    };
  }

  /** Whether a group satisfies a filter of DescribeAutoScalingGroups. */
  static boolean matches(Group group, QueryParameters filter) {
    String name = filter.required("Name");
    List<String> values = filter.list("Values.member");
    if (name.startsWith("tag:")) {
      GroupTag tag = group.tags.get(name.substring("tag:".length()));
      return tag != null && values.contains(tag.value());
    }
    return switch (name) {
      case "tag-key" -> group.tags.keySet().stream().anyMatch(values::contains);
      case "tag-value" ->
          group.tags.values().stream().map(GroupTag::value).anyMatch(values::contains);
      default -> throw unknown(filter);
    };
  }

  private static AwsError unknown(QueryParameters filter) {
    return AwsError.validation(
        "Filter type %s is not correct.".formatted(filter.text("Name").orElse("")));
  }
}
