import { RemovalPolicy } from 'aws-cdk-lib';
import type { Stage } from './stage-settings.ts';

/**
 * Return the removal policy of resources that hold data. A deployment that fails to create a resource deletes it
 * again, so that it does not block the next one.
 */
export function removalOf(stage: Stage): RemovalPolicy {
  return stage.removal === 'retain' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
