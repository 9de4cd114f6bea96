package io.quorate.agent.wal;

/** What a WAL folder says of itself. */
public sealed interface WalResult permits WalSummary, WalDamage {}
