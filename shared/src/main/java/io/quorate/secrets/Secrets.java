package io.quorate.secrets;

/** Secrets of AWS Secrets Manager that this node's role may read. */
@FunctionalInterface
public interface Secrets {
  /**
   * The newest value of a secret.
   *
   * @param arn the secret's whole ARN
   * @throws SecretUnavailableException where it cannot be read, with the cause in words
   */
  String value(String arn) throws SecretUnavailableException;
}
