import type { StackResourceSummary } from '@aws-sdk/client-cloudformation';
import { constructIdOf } from '../../lib/stack/construct-ids.ts';

/** The alarms that roll a deployment back: requests and posts fail. */
const ALARMS = ['ServerErrorsAlarm', 'PublishFailuresAlarm'];

/** CloudFormation watches the alarms for this long after an update. */
export const MONITORING_MINUTES = 15;

/**
 * Return the arguments with which the CDK deploys a stage that rolls back while an alarm is on. A rollback trigger has to
 * exist, so the first deployment of a stage, and one without alarms, has none. `region` and `account` are those of the stack.
 */
export function rollbackArguments(
  resources: readonly StackResourceSummary[],
  { region, account }: { region: string; account: string },
): string[] {
  const names = resources
    .filter(({ ResourceType }) => ResourceType === 'AWS::CloudWatch::Alarm')
    .filter(({ LogicalResourceId = '' }) => ALARMS.includes(constructIdOf(LogicalResourceId)))
    .map(({ PhysicalResourceId }) => PhysicalResourceId!);
  if (names.length === 0) return [];
  const triggers = names.map((name) => `arn:aws:cloudwatch:${region}:${account}:alarm:${name}`);
  return [
    ...['--monitoring-time-minutes', String(MONITORING_MINUTES)],
    ...triggers.flatMap((arn) => ['--rollback-trigger-alarm-arns', arn]),
  ];
}
