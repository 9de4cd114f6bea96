package io.quorate.agent.port;

/** Calls about alarms to single etcd endpoints. */
public interface AlarmApi {
  /** Disarms NOSPACE of every member that raised it; how many there were. */
  Reply<Integer> disarmNoSpace(String clientUrl);
}
