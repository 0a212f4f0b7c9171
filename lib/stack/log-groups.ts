import type { Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { removalOf } from './service-table.ts';
import type { Stage } from './stages.ts';

/**
 * Create the log groups of the functions: one for endpoints, one for workers.
 *
 * Returns the log group of a function by its file below `functions/`. A log stream carries the function's name,
 * and so does every line, as `service`.
 */
export function addLogGroups(stack: Stack, stage: Stage): (functionName: string) => LogGroup {
  const create = (id: string) =>
    new LogGroup(stack, id, { retention: stage.logRetentionDays, removalPolicy: removalOf(stage) });
  const endpointLog = create('EndpointLog');
  const workerLog = create('WorkerLog');
  return (functionName) => (functionName.startsWith('on-') ? workerLog : endpointLog);
}
