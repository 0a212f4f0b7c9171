import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule, ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { ID_PREFIXES } from '../domain/id.ts';
import { PLATFORMS } from '../domain/platform.ts';
import type { Publishing, StackContext } from './stack-context.ts';

/**
 * A group for the timers of posts, which the function on the stream makes and removes, and the role with
 * which they wake the publish functions.
 */
export function addPostScheduling(
  context: StackContext,
  follow: LambdaFunction,
  publishing: Publishing,
): void {
  const { stack } = context;
  const group = createScheduleGroup(stack, 'Timers');
  const wakes = PLATFORMS.map((platform) => publishing[platform].publish);
  const role = createScheduleRole(context, 'TimerRole', group.scheduleGroupArn, wakes);
  for (const platform of PLATFORMS) {
    follow.addEnvironment(
      `PUBLISH_FUNCTION_ARN_${platform.toUpperCase()}`,
      publishing[platform].publish.functionArn,
    );
  }
  follow.addEnvironment('SCHEDULE_GROUP', group.scheduleGroupName);
  follow.addEnvironment('SCHEDULE_ROLE_ARN', role.roleArn);
  const timers = stack.formatArn({
    service: 'scheduler',
    resource: 'schedule',
    resourceName: `${group.scheduleGroupName}/${ID_PREFIXES.entry}_*`,
  });
  follow.addToRolePolicy(
    new PolicyStatement({
      actions: ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'],
      resources: [timers],
    }),
  );
  follow.addToRolePolicy(
    new PolicyStatement({
      actions: ['iam:PassRole'],
      resources: [role.roleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    }),
  );
}

/** Wakes a function every so many minutes, in a group and with a role of its own. */
export function addRecurringSchedule(
  context: StackContext,
  id: string,
  minutes: number,
  target: LambdaFunction,
): void {
  const { stack, onFailure } = context;
  // The next run looks at the same things again, so a run that failed is not repeated for long.
  target.configureAsyncInvoke({ retryAttempts: 1, maxEventAge: Duration.minutes(5), onFailure });
  const group = createScheduleGroup(stack, id);
  const role = createScheduleRole(context, `${id}Role`, group.scheduleGroupArn, [target]);
  const schedule = new CfnSchedule(stack, id, {
    groupName: group.scheduleGroupName,
    scheduleExpression: minutes === 1 ? 'rate(1 minute)' : `rate(${minutes} minutes)`,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: target.functionArn,
      roleArn: role.roleArn,
      retryPolicy: { maximumRetryAttempts: 1, maximumEventAgeInSeconds: 300 },
    },
  });
  // The group is named in it and not referred to, so the order has to be said.
  schedule.node.addDependency(group);
}

// A group goes with the stack in every stage: it is named after it, so one that was left would be in the way
// of the next deploy, and timers follow from the table.
function createScheduleGroup(stack: Stack, id: string): ScheduleGroup {
  return new ScheduleGroup(stack, `${id}Group`, {
    scheduleGroupName: `${stack.stackName}-${id}`,
    removalPolicy: RemovalPolicy.DESTROY,
  });
}

/** A role that timers of one group alone can take, to invoke these functions and do nothing else. */
function createScheduleRole(
  { stack }: StackContext,
  id: string,
  groupArn: string,
  wakes: LambdaFunction[],
): Role {
  const role = new Role(stack, id, {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account, 'aws:SourceArn': groupArn } },
    }),
  });
  role.addToPolicy(
    new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: wakes.map(({ functionArn }) => functionArn),
    }),
  );
  return role;
}
