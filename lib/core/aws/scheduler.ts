import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { requireEnv } from '../config/env.ts';
import { isNamed } from '../retry/transient-errors.ts';

// A request that hangs must not hold up the stream: what gets no schedule soon is left to the sweep.
const REQUEST_HANDLER = { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true };
const scheduler = new SchedulerClient({ maxAttempts: 3, requestHandler: REQUEST_HANDLER });

/**
 * Create a schedule that invokes the publish trigger once with `input` at `startMs`, or update the schedule of this name. A
 * second creation is a conflict, so a name never has two schedules. Throws the errors of EventBridge Scheduler.
 */
export async function putSchedule(name: string, startMs: number, input: object): Promise<void> {
  const schedule: CreateScheduleCommandInput = {
    Name: name,
    GroupName: requireEnv('SCHEDULE_GROUP'),
    ScheduleExpression: `at(${new Date(startMs).toISOString().slice(0, 19)})`,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: requireEnv('SCHEDULE_TARGET_ARN'),
      RoleArn: requireEnv('SCHEDULE_ROLE_ARN'),
      Input: JSON.stringify(input),
      RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 600 },
    },
  };
  try {
    await scheduler.send(new CreateScheduleCommand(schedule));
  } catch (error) {
    if (!isNamed(error, 'ConflictException')) throw error;
    await scheduler.send(new UpdateScheduleCommand(schedule));
  }
}

/** Delete a schedule if it exists. Throws the other errors of EventBridge Scheduler. */
export async function deleteSchedule(name: string): Promise<void> {
  try {
    await scheduler.send(new DeleteScheduleCommand({ Name: name, GroupName: requireEnv('SCHEDULE_GROUP') }));
  } catch (error) {
    if (!isNamed(error, 'ResourceNotFoundException')) throw error;
  }
}
