/** AWS Secrets Manager behind {@link io.quorate.secrets.Secrets}. */
@NullMarked
package io.quorate.secretsmanager;

import org.jspecify.annotations.NullMarked;
