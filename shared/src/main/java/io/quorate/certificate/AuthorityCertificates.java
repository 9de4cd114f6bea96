package io.quorate.certificate;

/**
 * The certificates of a cluster's two authorities, each one PEM block; the record {@code pki}. With
 * one authority for both, any application's client certificate would pass the peer port.
 *
 * @param peers signed what members show one another
 * @param clients signed what members show clients, and what clients show members
 */
public record AuthorityCertificates(String peers, String clients) {}
