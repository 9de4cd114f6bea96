package io.quorate.spec;

import io.quorate.spec.SpecField.Effect;
import io.quorate.spec.SpecField.Presence;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** The fields of the section {@code auth.token}, which etcd takes when it starts. */
final class TokenFields {
  private static final String SIMPLE = "simple";
  private static final String JWT = "jwt";
  private static final String MANAGED = "managed";

  static final SpecField<String> TYPE =
      field(
          "type",
          ScalarKind.choice(SIMPLE, JWT),
          new Presence.Default(SIMPLE),
          token -> Optional.of(JWT),
          "What clients get who log in with a password: `simple` tokens, which the member that gave"
              + " them keeps, or `jwt`, which every member can check. Clients with certificates use"
              + " none.");

  static final SpecField<String> SIGN_METHOD =
      field(
          "signMethod",
          ScalarKind.choice("ES256", "ES384", "ES512", "RS256", "RS384", "RS512"),
          new Presence.Default("ES256"),
          token -> Optional.of(token.signMethod()),
          "How `jwt` tokens are signed; the key must be of its kind: P-256, P-384, P-521 or RSA.");

  static final SpecField<Duration> TTL =
      field(
          "ttl",
          ScalarKind.duration("1m", "24h"),
          new Presence.Default("10m"),
          token -> Optional.of(token.ttl()),
          "How long a `jwt` token is good. Each change of users or roles ends all of them.");

  static final SpecField<String> PRIVATE_KEY =
      field(
          "privateKey",
          ScalarKind.path(),
          new Presence.Derived("none; where auth.token.type is jwt, this or auth.token.keys"),
          JwtToken::privateKey,
          "The private key in PEM that signs `jwt` tokens: the same on each node, readable by etcd's"
              + " user alone.");

  static final SpecField<String> KEYS =
      field(
          "keys",
          ScalarKind.choice(MANAGED),
          new Presence.Derived("none; where auth.token.type is jwt, this or auth.token.privateKey"),
          token -> Optional.of(MANAGED).filter(word -> token.managed()),
          "`managed`: the controller makes the key that signs `jwt` tokens, one for each signMethod,"
              + " and the agents fetch it from the bucket.");

  static final List<SpecField<?>> ALL = List.of(TYPE, SIGN_METHOD, TTL, PRIVATE_KEY, KEYS);

  private TokenFields() {}

  static Optional<JwtToken> read(SpecValues values) {
    return Optional.of(values.get(TYPE))
        .filter(JWT::equals)
        .map(
            jwt ->
                new JwtToken(values.get(SIGN_METHOD), values.get(TTL), values.find(PRIVATE_KEY)));
  }

  /** A key goes with {@code jwt}, and {@code jwt} with one key. */
  static void check(SpecValues values, Consumer<SpecError> errors) {
    if (!values.hasAll(TYPE)) {
      return;
    }
    if (values.get(TYPE).equals(JWT)) {
      if (values.find(PRIVATE_KEY).isPresent() == values.find(KEYS).isPresent()) {
        errors.accept(
            SpecError.of(
                KEYS.path(),
                values.find(KEYS).orElse(null),
                "expected either managed here, or a path in auth.token.privateKey, since"
                    + " auth.token.type is jwt"));
      }
      return;
    }
    for (SpecField<?> field : List.<SpecField<?>>of(SIGN_METHOD, TTL, PRIVATE_KEY, KEYS)) {
      if (values.find(field).isPresent() && !values.isDefault(field)) {
        errors.accept(
            SpecError.of(
                field.path(),
                String.valueOf(values.find(field).orElseThrow()),
                "expected none, since auth.token.type is simple"));
      }
    }
  }

  private static <T> SpecField<T> field(
      String name,
      FieldKind<T> kind,
      Presence presence,
      Function<JwtToken, Optional<T>> of,
      String meaning) {
    return new SpecField<>(
        "auth.token." + name,
        kind,
        presence,
        Effect.ETCD_RESTART,
        meaning,
        spec -> spec.etcd().token().flatMap(of));
  }
}
