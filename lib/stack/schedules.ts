import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule, ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { ID_PREFIXES } from '../core/values/id-prefixes.ts';
import { allow, InlineRole } from './inline-role.ts';
import type { StackContext } from './stack-context.ts';

/**
 * Create the schedule group of the stack. It is deleted with the stack in every stage: it is named after the stack,
 * so a retained one would fail the next deployment, and the schedules can be created again from the table.
 */
export function createScheduleGroup(stack: Stack): ScheduleGroup {
  const scheduleGroupName = `${stack.stackName}-Schedules`;
  return new ScheduleGroup(stack, 'Schedules', { scheduleGroupName, removalPolicy: RemovalPolicy.DESTROY });
}

/** Allow workers to create, update and delete the schedules of posts, which invoke `target`. */
export function grantPostScheduling(context: StackContext, target: LambdaFunction, workers: LambdaFunction[]): void {
  const { scheduleGroupName } = context.scheduleGroup;
  const { roleArn } = createScheduleRole(context, 'PostScheduleRole', [target]);
  const schedules = postSchedules(context);
  const conditions = { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } };
  for (const worker of workers) {
    worker.addEnvironment('SCHEDULE_TARGET_ARN', target.functionArn);
    worker.addEnvironment('SCHEDULE_GROUP', scheduleGroupName);
    worker.addEnvironment('SCHEDULE_ROLE_ARN', roleArn);
    const actions = ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'];
    allow(worker, actions, [schedules]);
    allow(worker, ['iam:PassRole'], [roleArn], conditions);
  }
}

/** Allow a function to delete the schedules of posts. */
export function grantScheduleDeletion(context: StackContext, to: LambdaFunction): void {
  to.addEnvironment('SCHEDULE_GROUP', context.scheduleGroup.scheduleGroupName);
  allow(to, ['scheduler:DeleteSchedule'], [postSchedules(context)]);
}

function postSchedules({ stack, scheduleGroup }: StackContext): string {
  const resourceName = `${scheduleGroup.scheduleGroupName}/${ID_PREFIXES.entry}_*`;
  return stack.formatArn({ service: 'scheduler', resource: 'schedule', resourceName });
}

/** Invoke a function every `minutes` minutes, with a role of its own. */
export function addRecurringSchedule(context: StackContext, id: string, minutes: number, target: LambdaFunction): void {
  const { stack, onFailure, scheduleGroup } = context;
  // The next run covers the work of a failed one, so a failed run is retried only once.
  target.configureAsyncInvoke({ retryAttempts: 1, maxEventAge: Duration.minutes(5), onFailure });
  const { roleArn } = createScheduleRole(context, `${id}Role`, [target]);
  const retryPolicy = { maximumRetryAttempts: 1, maximumEventAgeInSeconds: 300 };
  const schedule = new CfnSchedule(stack, id, {
    groupName: scheduleGroup.scheduleGroupName,
    scheduleExpression: minutes === 1 ? 'rate(1 minute)' : `rate(${minutes} minutes)`,
    flexibleTimeWindow: { mode: 'OFF' },
    target: { arn: target.functionArn, roleArn, retryPolicy },
  });
  // The schedule has the name of the group, not a reference to it, so the dependency has to be explicit.
  schedule.node.addDependency(scheduleGroup);
}

/** Create a role that only schedules of the group can assume, and that can only invoke `targets`. */
function createScheduleRole({ stack, scheduleGroup }: StackContext, id: string, targets: LambdaFunction[]): InlineRole {
  const { scheduleGroupArn } = scheduleGroup;
  const conditions = { StringEquals: { 'aws:SourceAccount': stack.account, 'aws:SourceArn': scheduleGroupArn } };
  const role = new InlineRole(stack, id, new ServicePrincipal('scheduler.amazonaws.com', { conditions }));
  const arns = targets.map(({ functionArn }) => functionArn);
  allow(role, ['lambda:InvokeFunction'], arns);
  return role;
}
