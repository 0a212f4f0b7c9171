import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { requireEnv } from '../../config/env.ts';
import type { ScheduleEntry } from '../../domain/content/schedule-entry.ts';
import { log } from '../../observability/log.ts';
import { publishQueueUrl, sendDelayed } from '../sqs.ts';

const scheduler = new SchedulerClient({ maxAttempts: 5 });

// EventBridge Scheduler is precise to the minute. A schedule fires one minute early, and the function waits for
// the second by a delayed message.
export const TIMER_LEAD_MS = 60_000;
// For a shorter wait, the start of the schedule could already be in the past.
const MIN_TIMER_LEAD_MS = 2 * TIMER_LEAD_MS;

/**
 * Creates the schedule of a pending entry with a new due time, and deletes that of a cancelled entry.
 * Queues the next check of an unconfirmed entry. Other changes need no action: a schedule that fires for an
 * entry in another state has no effect, and EventBridge deletes it.
 */
export async function onEntryChanged(
  before: ScheduleEntry | null,
  after: ScheduleEntry | null,
  nowMs: number,
): Promise<void> {
  if (!after?.due_at) {
    if (before?.state === 'pending' && after?.state === 'cancelled') await deleteSchedule(after);
    return;
  }
  const isNewTime = before?.state !== 'pending' || before.due_at !== after.due_at;
  const dueMs = Date.parse(after.due_at);
  if (after.state === 'pending' && isNewTime) await createSchedule(after, dueMs, nowMs);
  // A check may be a minute late, so it needs no schedule.
  if (after.state === 'unconfirmed' && before?.due_at !== after.due_at) {
    await sendDelayed(publishQueueUrl(after.platform), toPublishMessage(after), dueMs, nowMs);
  }
}

async function createSchedule(entry: ScheduleEntry, dueMs: number, nowMs: number): Promise<void> {
  const message = toPublishMessage(entry);
  if (dueMs - nowMs < MIN_TIMER_LEAD_MS) return sendDelayed(publishQueueUrl(entry.platform), message, dueMs, nowMs);
  try {
    await upsertSchedule(scheduleInput(entry, dueMs - TIMER_LEAD_MS, message));
  } catch (error) {
    // A retry fails too: the time is in the past, or the account has reached its number of schedules.
    if (!isNamed(error, 'ValidationException') && !isNamed(error, 'ServiceQuotaExceededException')) throw error;
    await fallBackToQueue(entry, message, dueMs, nowMs, error);
  }
}

function toPublishMessage(entry: ScheduleEntry): { workspace_id: string; schedule_id: string } {
  return { workspace_id: entry.workspace_id, schedule_id: entry.id };
}

/** Creates a schedule, or updates the existing one of the same name. */
async function upsertSchedule(schedule: CreateScheduleCommandInput): Promise<void> {
  try {
    await scheduler.send(new CreateScheduleCommand(schedule));
  } catch (error) {
    if (!isNamed(error, 'ConflictException')) throw error;
    await scheduler.send(new UpdateScheduleCommand(schedule));
  }
}

// Without a schedule, delayed messages publish the post; a wait over 15 minutes takes several of them.
async function fallBackToQueue(entry: ScheduleEntry, message: object, dueMs: number, nowMs: number, error: unknown) {
  log.warn('schedule creation rejected, falling back to queue', {
    schedule_id: entry.id,
    error: error as Error,
  });
  await sendDelayed(publishQueueUrl(entry.platform), message, dueMs, nowMs);
}

async function deleteSchedule(entry: ScheduleEntry): Promise<void> {
  try {
    await scheduler.send(new DeleteScheduleCommand({ Name: entry.id, GroupName: groupName() }));
  } catch (error) {
    if (!isNamed(error, 'ResourceNotFoundException')) throw error;
  }
}

function scheduleInput(entry: ScheduleEntry, atMs: number, message: object): CreateScheduleCommandInput {
  return {
    // The entry id as name: a second creation is a conflict instead of a second schedule.
    Name: entry.id,
    GroupName: groupName(),
    ScheduleExpression: `at(${new Date(atMs).toISOString().slice(0, 19)})`,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: requireEnv(`PUBLISH_FUNCTION_ARN_${entry.platform.toUpperCase()}`),
      RoleArn: requireEnv('SCHEDULE_ROLE_ARN'),
      Input: JSON.stringify(message),
      RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 600 },
    },
  };
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

function groupName(): string {
  return requireEnv('SCHEDULE_GROUP');
}
