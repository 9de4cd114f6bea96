package io.quorate.agent.etcd.client;

import java.nio.file.Path;

/** PEM files of the agent's client certificate; its key is PKCS#8. */
public record TlsFiles(Path trustedCa, Path certificate, Path key) {}
