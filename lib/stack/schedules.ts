import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { PolicyStatement, type Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule, ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { ID_PREFIXES } from '../domain/id.ts';
import { PLATFORMS } from '../domain/platform.ts';
import { InlineRole } from './inline-role.ts';
import type { Publishing, StackContext } from './stack-context.ts';

/**
 * Create the schedule group of the stack.
 *
 * It is deleted with the stack in every stage: it is named after the stack, so a retained one would fail the next
 * deployment, and the schedules of posts can be created again from the table.
 */
export function createScheduleGroup(stack: Stack): ScheduleGroup {
  return new ScheduleGroup(stack, 'Schedules', {
    scheduleGroupName: `${stack.stackName}-Schedules`,
    removalPolicy: RemovalPolicy.DESTROY,
  });
}

/** Allow the stream worker to create and delete the schedules of posts, which invoke the publish functions. */
export function addPostScheduling(context: StackContext, streamWorker: LambdaFunction, publishing: Publishing): void {
  const { stack, scheduleGroup } = context;
  const targets = PLATFORMS.map((platform) => publishing[platform].publish);
  const role = createScheduleRole(context, 'PostScheduleRole', targets);
  for (const platform of PLATFORMS) {
    streamWorker.addEnvironment(
      `PUBLISH_FUNCTION_ARN_${platform.toUpperCase()}`,
      publishing[platform].publish.functionArn,
    );
  }
  streamWorker.addEnvironment('SCHEDULE_GROUP', scheduleGroup.scheduleGroupName);
  streamWorker.addEnvironment('SCHEDULE_ROLE_ARN', role.roleArn);
  const schedules = stack.formatArn({
    service: 'scheduler',
    resource: 'schedule',
    resourceName: `${scheduleGroup.scheduleGroupName}/${ID_PREFIXES.entry}_*`,
  });
  streamWorker.addToRolePolicy(
    new PolicyStatement({
      actions: ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'],
      resources: [schedules],
    }),
  );
  streamWorker.addToRolePolicy(
    new PolicyStatement({
      actions: ['iam:PassRole'],
      resources: [role.roleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    }),
  );
}

/** Invoke a function every `minutes` minutes, with a role of its own. */
export function addRecurringSchedule(context: StackContext, id: string, minutes: number, target: LambdaFunction): void {
  const { stack, onFailure, scheduleGroup } = context;
  // The next run covers the work of a failed one, so a failed run is retried only once.
  target.configureAsyncInvoke({ retryAttempts: 1, maxEventAge: Duration.minutes(5), onFailure });
  const role = createScheduleRole(context, `${id}Role`, [target]);
  const schedule = new CfnSchedule(stack, id, {
    groupName: scheduleGroup.scheduleGroupName,
    scheduleExpression: minutes === 1 ? 'rate(1 minute)' : `rate(${minutes} minutes)`,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: target.functionArn,
      roleArn: role.roleArn,
      retryPolicy: { maximumRetryAttempts: 1, maximumEventAgeInSeconds: 300 },
    },
  });
  // The schedule has the name of the group, not a reference to it, so the dependency has to be explicit.
  schedule.node.addDependency(scheduleGroup);
}

/** Create a role that only schedules of the group can assume, and that can only invoke `targets`. */
function createScheduleRole({ stack, scheduleGroup }: StackContext, id: string, targets: LambdaFunction[]): Role {
  const conditions = {
    StringEquals: {
      'aws:SourceAccount': stack.account,
      'aws:SourceArn': scheduleGroup.scheduleGroupArn,
    },
  };
  const role = new InlineRole(stack, id, new ServicePrincipal('scheduler.amazonaws.com', { conditions }));
  role.addToPolicy(
    new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: targets.map(({ functionArn }) => functionArn),
    }),
  );
  return role;
}
