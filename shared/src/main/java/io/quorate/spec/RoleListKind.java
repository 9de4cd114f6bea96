package io.quorate.spec;

import io.quorate.auth.AccessMode;
import io.quorate.auth.KeyRange;
import io.quorate.spec.AuthSettings.Permission;
import io.quorate.spec.AuthSettings.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A list of roles, each with what it allows. */
public record RoleListKind() implements FieldKind<List<Role>> {
  private static final int MOST_ROLES = 64;
  private static final int MOST_PERMISSIONS = 64;
  private static final int MOST_IN_ALL = 256;
  private static final Set<String> ROLE = new TreeSet<>(Set.of("name", "permissions"));
  private static final Set<String> PERMISSION =
      new TreeSet<>(Set.of("mode", "key", "prefix", "rangeEnd"));
  private static final Pattern TEXT = Pattern.compile("[^\\p{Cntrl}]{0,512}");
  private static final String KEY = "text of at most 512 characters in one line";

  @Override
  public String type() {
    return "list of roles";
  }

  @Override
  public String allowed() {
    return "a list of at most "
        + MOST_ROLES
        + " roles, each with a name and with permissions, "
        + MOST_IN_ALL
        + " in all: a mode (read, write or readwrite) and a key, a key with a rangeEnd, or a prefix";
  }

  @Override
  public Optional<List<Role>> read(String path, @Nullable Object raw, Consumer<SpecError> errors) {
    NamedItems items = new NamedItems(errors);
    List<Role> roles = new ArrayList<>();
    List<?> given = items.list(path, raw, MOST_ROLES, allowed());
    for (int at = 0; at < given.size(); at++) {
      String where = path + "[" + at + "]";
      items
          .fields(where, given.get(at), ROLE)
          .ifPresent(fields -> role(items, where, fields, roles));
    }
    if (roles.stream().mapToInt(role -> role.permissions().size()).sum() > MOST_IN_ALL) {
      items.fail(path, "more", "expected " + allowed());
    }
    return items.sound() ? Optional.of(roles) : Optional.empty();
  }

  private static void role(NamedItems items, String where, Map<?, ?> fields, List<Role> roles) {
    Optional<String> name = items.name(where, fields, roles.stream().map(Role::name).toList());
    List<Permission> permissions = new ArrayList<>();
    Object raw = fields.get("permissions");
    String path = where + ".permissions";
    List<?> given =
        raw == null
            ? List.of()
            : items.list(
                path, raw, MOST_PERMISSIONS, "a list of at most 64 permissions of one role");
    for (int at = 0; at < given.size(); at++) {
      String each = path + "[" + at + "]";
      items
          .fields(each, given.get(at), PERMISSION)
          .ifPresent(permission -> permission(items, each, permission, permissions));
    }
    name.ifPresent(sound -> roles.add(new Role(sound, permissions)));
  }

  private static void permission(
      NamedItems items, String where, Map<?, ?> fields, List<Permission> permissions) {
    Optional<AccessMode> mode =
        ScalarKind.text(fields.get("mode"))
            .flatMap(
                word ->
                    Stream.of(AccessMode.values())
                        .filter(one -> one.word().equals(word))
                        .findFirst());
    if (mode.isEmpty()) {
      items.fail(where + ".mode", fields.get("mode"), "expected read, write or readwrite");
    }
    Optional<String> key = text(items, where + ".key", fields.get("key"));
    Optional<String> prefix = text(items, where + ".prefix", fields.get("prefix"));
    Object end = fields.get("rangeEnd");
    Optional<String> rangeEnd =
        KeyRange.NO_END.equals(end)
            ? Optional.of(KeyRange.NO_END)
            : text(items, where + ".rangeEnd", end);
    if (!ranges(items, where, fields) || mode.isEmpty()) {
      return;
    }
    Permission permission = new Permission(mode.get(), key, prefix, rangeEnd);
    if (permission.range().isEmpty()) {
      items.fail(
          where + ".rangeEnd",
          end,
          "expected more than key, which is '"
              + key.orElse("")
              + "': no key is in this range. It is the first key that is no longer in it;"
              + " \"\\0\" for all from key on");
    } else if (permissions.stream().anyMatch(p -> p.range().equals(permission.range()))) {
      items.fail(where, permission.range().toString(), "given twice; keep one of them");
    } else {
      permissions.add(permission);
    }
  }

  /** Whether exactly one form of a range is given. */
  private static boolean ranges(NamedItems items, String where, Map<?, ?> fields) {
    Object key = fields.get("key");
    Object prefix = fields.get("prefix");
    Object end = fields.get("rangeEnd");
    if (prefix != null && (key != null || end != null)) {
      String beside = key != null ? ".key" : ".rangeEnd";
      items.fail(
          where + beside,
          key != null ? key : end,
          "expected none beside prefix: a prefix is a whole range; leave one of them out");
      return false;
    }
    if (prefix == null && (key == null || key.equals(""))) {
      items.fail(
          where + ".key",
          key,
          "expected a key that is not empty, or a prefix; the prefix \"\" stands for all keys");
      return false;
    }
    return end == null || !end.equals("") || refusedEnd(items, where);
  }

  private static boolean refusedEnd(NamedItems items, String where) {
    items.fail(
        where + ".rangeEnd", "", "expected a key after key; leave it out for the one key alone");
    return false;
  }

  private static Optional<String> text(NamedItems items, String path, @Nullable Object raw) {
    Optional<String> text = ScalarKind.text(raw).filter(TEXT.asMatchPredicate());
    if (raw != null && text.isEmpty()) {
      items.fail(path, raw, "expected " + KEY);
    }
    return text;
  }

  @Override
  public Object write(List<Role> value) {
    return value.stream().map(RoleListKind::written).toList();
  }

  private static Map<String, Object> written(Role role) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", role.name());
    tree.put("permissions", role.permissions().stream().map(RoleListKind::written).toList());
    return tree;
  }

  private static Map<String, Object> written(Permission permission) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("mode", permission.mode().word());
    permission.key().ifPresent(key -> tree.put("key", key));
    permission.prefix().ifPresent(prefix -> tree.put("prefix", prefix));
    permission.rangeEnd().ifPresent(end -> tree.put("rangeEnd", end));
    return tree;
  }
}
