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

// A timer promises its minute, not its second. It is set a minute early, and the function it wakes hands
// the rest of the wait to a delayed message, which keeps the second.
export const TIMER_LEAD_MS = 60_000;
// Closer than this a timer set a minute early might already lie in the past.
const MIN_TIMER_LEAD_MS = 2 * TIMER_LEAD_MS;

/**
 * The timer that a change of an entry calls for. A pending entry with a new due time gets one, and an
 * unconfirmed one a message for its next read-back; an entry
 * cancelled before its time loses it. Everything else needs nothing: a timer that fires for an entry that
 * has moved on finds nothing to do, and removes itself.
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
  // A read-back is no post: it may come a minute late, and needs no timer.
  if (after.state === 'unconfirmed' && before?.due_at !== after.due_at) {
    await sendDelayed(publishQueueUrl(after.platform), toPublishMessage(after), dueMs, nowMs);
  }
}

async function createSchedule(entry: ScheduleEntry, dueMs: number, nowMs: number): Promise<void> {
  const wake = toPublishMessage(entry);
  if (dueMs - nowMs < MIN_TIMER_LEAD_MS)
    return sendDelayed(publishQueueUrl(entry.platform), wake, dueMs, nowMs);
  try {
    await upsertSchedule(scheduleInput(entry, dueMs - TIMER_LEAD_MS, wake));
  } catch (error) {
    // Refused for good: its time is in the past, or there are as many timers as there may be.
    if (!isNamed(error, 'ValidationException') && !isNamed(error, 'ServiceQuotaExceededException'))
      throw error;
    await fallBackToQueue(entry, wake, dueMs, nowMs, error);
  }
}

function toPublishMessage(entry: ScheduleEntry): { workspace_id: string; schedule_id: string } {
  return { workspace_id: entry.workspace_id, schedule_id: entry.id };
}

/** Makes the timer, or moves the one that has its name. */
async function upsertSchedule(timer: CreateScheduleCommandInput): Promise<void> {
  try {
    await scheduler.send(new CreateScheduleCommand(timer));
  } catch (error) {
    if (!isNamed(error, 'ConflictException')) throw error;
    await scheduler.send(new UpdateScheduleCommand(timer));
  }
}

// A timer that is refused must not cost the post: the queue takes over, in hops when it is far.
async function fallBackToQueue(
  entry: ScheduleEntry,
  wake: object,
  dueMs: number,
  nowMs: number,
  error: unknown,
) {
  log.warn('schedule creation rejected, falling back to queue', {
    schedule_id: entry.id,
    error: error as Error,
  });
  await sendDelayed(publishQueueUrl(entry.platform), wake, dueMs, nowMs);
}

async function deleteSchedule(entry: ScheduleEntry): Promise<void> {
  try {
    await scheduler.send(new DeleteScheduleCommand({ Name: entry.id, GroupName: groupName() }));
  } catch (error) {
    if (!isNamed(error, 'ResourceNotFoundException')) throw error;
  }
}

function scheduleInput(entry: ScheduleEntry, atMs: number, wake: object): CreateScheduleCommandInput {
  return {
    // The entry's own id: creating the timer twice is a conflict, and no second timer.
    Name: entry.id,
    GroupName: groupName(),
    ScheduleExpression: `at(${new Date(atMs).toISOString().slice(0, 19)})`,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: requireEnv(`PUBLISH_FUNCTION_ARN_${entry.platform.toUpperCase()}`),
      RoleArn: requireEnv('SCHEDULE_ROLE_ARN'),
      Input: JSON.stringify(wake),
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
