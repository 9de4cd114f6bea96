package io.quorate.spec;

import io.quorate.spec.AuthSettings.User;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A list of users, each with its roles. */
public record UserListKind() implements FieldKind<List<User>> {
  private static final int MOST_USERS = 128;
  private static final int MOST_ROLES = 32;
  private static final ScalarKind<String> PATH = ScalarKind.path();
  private static final String PASSWORD_FROM = "passwordFrom";
  private static final Set<String> USER = new TreeSet<>(Set.of("name", "roles", PASSWORD_FROM));

  @Override
  public String type() {
    return "list of users";
  }

  @Override
  public String allowed() {
    return "a list of at most "
        + MOST_USERS
        + " users, each with a name and its roles; passwordFrom: {file: PATH} where it has a"
        + " password, else its certificate's common name is its name";
  }

  @Override
  public Optional<List<User>> read(String path, @Nullable Object raw, Consumer<SpecError> errors) {
    NamedItems items = new NamedItems(errors);
    List<User> users = new ArrayList<>();
    List<?> given = items.list(path, raw, MOST_USERS, allowed());
    for (int at = 0; at < given.size(); at++) {
      String where = path + "[" + at + "]";
      items
          .fields(where, given.get(at), USER)
          .ifPresent(fields -> user(items, where, fields, users));
    }
    return items.sound() ? Optional.of(users) : Optional.empty();
  }

  private static void user(NamedItems items, String where, Map<?, ?> fields, List<User> users) {
    Optional<String> name = items.name(where, fields, users.stream().map(User::name).toList());
    List<String> roles = items.names(where + ".roles", fields.get("roles"), MOST_ROLES);
    Optional<String> file = passwordFile(items, where + "." + PASSWORD_FROM, fields);
    name.ifPresent(sound -> users.add(new User(sound, roles, file)));
  }

  private static Optional<String> passwordFile(NamedItems items, String where, Map<?, ?> fields) {
    Object raw = fields.get(PASSWORD_FROM);
    if (raw == null) {
      return Optional.empty();
    }
    Object path =
        items.fields(where, raw, Set.of("file")).map(from -> (Object) from.get("file")).orElse(raw);
    Optional<String> file = ScalarKind.text(path).flatMap(PATH.parse());
    if (file.isEmpty() && raw instanceof Map) {
      items.fail(where + ".file", path == raw ? null : path, "expected " + PATH.allowed());
    }
    return file;
  }

  @Override
  public Object write(List<User> value) {
    return value.stream().map(UserListKind::written).toList();
  }

  private static Map<String, Object> written(User user) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", user.name());
    tree.put("roles", user.roles());
    user.passwordFile().ifPresent(file -> tree.put(PASSWORD_FROM, Map.of("file", file)));
    return tree;
  }
}
