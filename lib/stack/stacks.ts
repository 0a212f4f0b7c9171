import type { App, Stack } from 'aws-cdk-lib';
import type { DeployedEndpoint } from './api.ts';
import { createDataStack } from './data-stack.ts';
import { createServiceStack } from './service-stack.ts';
import type { Stage } from './stages.ts';

/**
 * Create the two stacks of a stage: one that holds data, and one that holds everything else.
 *
 * `endpoints` replaces the endpoints of the API; a test deploys more of them than there are.
 */
export function createStacks(
  app: App,
  stage: Stage,
  endpoints?: readonly DeployedEndpoint[],
): { data: Stack; service: Stack } {
  const data = createDataStack(app, stage);
  return { data: data.stack, service: createServiceStack(app, stage, data, endpoints) };
}
