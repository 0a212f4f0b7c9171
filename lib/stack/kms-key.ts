import { Duration, type Stack } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { removalOf } from './service-table.ts';
import type { Stage } from './stages.ts';

/**
 * Create the key that encrypts the secrets of platform accounts.
 *
 * Access to the table is not enough to read them. The key is retained with the table: without it, every account has
 * to be connected again.
 */
export function accountKey(stack: Stack, stage: Stage): Key {
  return new Key(stack, 'AccountKey', {
    description: `Secrets of platform accounts (${stack.stackName})`,
    enableKeyRotation: true,
    removalPolicy: removalOf(stage),
    pendingWindow: Duration.days(7),
  });
}
