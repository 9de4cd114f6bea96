package io.quorate.spec;

import io.quorate.spec.AuthSettings.User;
import io.quorate.spec.PasswordSource.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A list of users, each with its roles. */
public record UserListKind() implements FieldKind<List<User>> {
  private static final int MOST_USERS = 128;
  private static final int MOST_ROLES = 32;
  private static final String PASSWORD_FROM = "passwordFrom";
  private static final Set<String> SOURCES =
      Stream.of(Kind.values()).map(Kind::word).collect(Collectors.toCollection(TreeSet::new));
  private static final Set<String> USER = new TreeSet<>(Set.of("name", "roles", PASSWORD_FROM));

  @Override
  public String type() {
    return "list of users";
  }

  @Override
  public String allowed() {
    return "a list of at most "
        + MOST_USERS
        + " users, each with a name and its roles; passwordFrom: {file: PATH} or {secret:"
        + " ARN} where it has a password, else its certificate's common name is its name";
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
    Optional<PasswordSource> password = password(items, where + "." + PASSWORD_FROM, fields);
    name.ifPresent(sound -> users.add(new User(sound, roles, password)));
  }

  private static Optional<PasswordSource> password(NamedItems items, String where, Map<?, ?> of) {
    Object raw = of.get(PASSWORD_FROM);
    return raw == null
        ? Optional.empty()
        : items.fields(where, raw, SOURCES).flatMap(from -> source(items, where, from));
  }

  private static Optional<PasswordSource> source(NamedItems items, String where, Map<?, ?> from) {
    List<Kind> given =
        Stream.of(Kind.values()).filter(kind -> from.get(kind.word()) != null).toList();
    if (given.size() != 1) {
      items.fail(
          where, from.isEmpty() ? null : from, "expected one of " + String.join(", ", SOURCES));
      return Optional.empty();
    }
    Kind kind = given.getFirst();
    Object raw = from.get(kind.word());
    Optional<String> place = ScalarKind.text(raw).flatMap(kind.form().parse());
    if (place.isEmpty()) {
      items.fail(where + "." + kind.word(), raw, "expected " + kind.form().allowed());
    }
    return place.map(sound -> new PasswordSource(kind, sound));
  }

  @Override
  public Object write(List<User> value) {
    return value.stream().map(UserListKind::written).toList();
  }

  private static Map<String, Object> written(User user) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", user.name());
    tree.put("roles", user.roles());
    user.password()
        .ifPresent(from -> tree.put(PASSWORD_FROM, Map.of(from.kind().word(), from.place())));
    return tree;
  }
}
