package io.quorate.agent.execution;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.NodeCertificates;

/** What was signed for this node, and who signed. */
public record OwnCertificates(AuthorityCertificates authorities, NodeCertificates signed) {}
