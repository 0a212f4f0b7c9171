import { Duration, type Stack } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { removalOf } from './service-table.ts';
import type { Stage } from './stages.ts';

/**
 * The key that encrypts the secrets of platform accounts. Who may read the table cannot read them without it,
 * and few functions have it. It lives as long as the table does: without it every account has to be connected
 * again.
 */
export function accountKey(stack: Stack, stage: Stage): Key {
  return new Key(stack, 'AccountKey', {
    description: `Secrets of platform accounts (${stack.stackName})`,
    enableKeyRotation: true,
    removalPolicy: removalOf(stage),
    pendingWindow: Duration.days(7),
  });
}
