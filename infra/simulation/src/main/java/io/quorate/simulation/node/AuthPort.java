package io.quorate.simulation.node;

import io.quorate.agent.port.AuthApi;
import io.quorate.agent.port.Reply;
import io.quorate.auth.AccessMode;
import io.quorate.auth.AuthChange;
import io.quorate.auth.KeyRange;
import io.quorate.etcdmodel.AuthRead;
import io.quorate.etcdmodel.AuthStore;
import io.quorate.etcdmodel.Call;
import io.quorate.state.MemberStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Users and roles of a machine's own etcd, as its agent reaches them. */
final class AuthPort implements AuthApi {
  private final Machine machine;
  private final EtcdPort etcd;
  private final String url;

  AuthPort(Machine machine, EtcdPort etcd, String url) {
    this.machine = machine;
    this.etcd = etcd;
    this.url = url;
  }

  @Override
  public Reply<MemberStatus> member() {
    return etcd.status(url);
  }

  private <T> Reply<T> read(AuthRead read, Function<AuthStore, T> answer) {
    return etcd.readAuth(url, read).map(answer);
  }

  @Override
  public Reply<Status> status() {
    return read(new AuthRead.Status(), store -> new Status(store.enabled(), store.revision()));
  }

  @Override
  public Reply<List<String>> users() {
    return read(new AuthRead.Names(), store -> List.copyOf(store.users().keySet()));
  }

  @Override
  public Reply<List<String>> rolesOf(String user) {
    return read(
        new AuthRead.OfUser(user),
        store ->
            Optional.ofNullable(store.users().get(user)).stream()
                .flatMap(found -> found.roles().stream())
                .toList());
  }

  @Override
  public Reply<List<String>> roles() {
    return read(new AuthRead.Names(), store -> List.copyOf(store.roles().keySet()));
  }

  @Override
  public Reply<Map<KeyRange, AccessMode>> grantsOf(String role) {
    return read(
        new AuthRead.OfRole(role),
        store -> {
          Map<KeyRange, AccessMode> grants = new TreeMap<>();
          store
              .roles()
              .getOrDefault(role, List.of())
              .forEach(grant -> grants.merge(grant.range(), grant.mode(), AccessMode::with));
          return grants;
        });
  }

  @Override
  public Reply<Password> tries(String user, String password) {
    return Password.of(read(new AuthRead.Login(user, password), store -> Password.RIGHT));
  }

  @Override
  public Reply<Boolean> setPassword(String user, String password) {
    return changed("password of " + user, new Call.SetPassword(user, password));
  }

  @Override
  public Reply<Boolean> make(AuthChange change, Optional<String> password) {
    return changed(change.words(), new Call.ChangeAuth(change, password));
  }

  /** Something may befall it before each of its calls. */
  private Reply<Boolean> changed(String what, Call call) {
    machine.changesAuth();
    return etcd.changeAuth(url, what, call);
  }

  @Override
  public void close() {}
}
