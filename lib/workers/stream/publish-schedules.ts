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
import { isNamed } from '../../table/commit.ts';
import type { PublishMessage } from '../publishing/publish-entry.ts';
import { publishQueueUrl, sendDelayed } from '../sqs.ts';

const scheduler = new SchedulerClient({ maxAttempts: 5 });

// EventBridge Scheduler is precise to the minute. A schedule fires one minute early, and the function waits for
// the second by a delayed message.
export const TIMER_LEAD_MS = 60_000;
// For a shorter wait, the start of the schedule could already be in the past.
const MIN_TIMER_LEAD_MS = 2 * TIMER_LEAD_MS;

/**
 * Create the schedule of a pending entry with a new due time, delete that of a cancelled entry, and queue the next
 * check of an unconfirmed entry. Other changes need no action: a schedule that fires for an entry in another state
 * has no effect, and EventBridge deletes it.
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
  const isNewTime = before?.due_at !== after.due_at;
  const message: PublishMessage = { workspace_id: after.workspace_id, schedule_id: after.id };
  const dueMs = Date.parse(after.due_at);
  const queue = () => sendDelayed(publishQueueUrl(after.platform), message, dueMs, nowMs);
  // A check may be a minute late, so it needs no schedule.
  if (after.state === 'unconfirmed' && isNewTime) return queue();
  if (after.state !== 'pending' || (before?.state === 'pending' && !isNewTime)) return;
  if (dueMs - nowMs < MIN_TIMER_LEAD_MS) return queue();
  try {
    await upsertSchedule(scheduleInput(after, dueMs - TIMER_LEAD_MS, message));
  } catch (error) {
    // A retry fails too: the time is in the past, or the account has reached its number of schedules.
    if (!isNamed(error, 'ValidationException') && !isNamed(error, 'ServiceQuotaExceededException')) throw error;
    log.warn('schedule creation rejected, falling back to queue', { schedule_id: after.id, error: error as Error });
    // Without a schedule, delayed messages publish the post; a wait over 15 minutes takes several of them.
    await queue();
  }
}

/** Create a schedule, or update the existing one of the same name. */
async function upsertSchedule(schedule: CreateScheduleCommandInput): Promise<void> {
  try {
    await scheduler.send(new CreateScheduleCommand(schedule));
  } catch (error) {
    if (!isNamed(error, 'ConflictException')) throw error;
    await scheduler.send(new UpdateScheduleCommand(schedule));
  }
}

async function deleteSchedule(entry: ScheduleEntry): Promise<void> {
  try {
    await scheduler.send(new DeleteScheduleCommand({ Name: entry.id, GroupName: requireEnv('SCHEDULE_GROUP') }));
  } catch (error) {
    if (!isNamed(error, 'ResourceNotFoundException')) throw error;
  }
}

function scheduleInput(entry: ScheduleEntry, atMs: number, message: object): CreateScheduleCommandInput {
  return {
    // The entry id as name: a second creation is a conflict instead of a second schedule.
    Name: entry.id,
    GroupName: requireEnv('SCHEDULE_GROUP'),
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
