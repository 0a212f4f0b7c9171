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
import { loadEntry } from '../../table/schedule-entries.ts';
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
 * has no effect, and EventBridge deletes it. A record may be delivered again long after newer ones, so only the current
 * entry counts: an outdated record does nothing, because the newer change has its own.
 */
export async function onEntryChanged(
  before: ScheduleEntry | null,
  after: ScheduleEntry | null,
  nowMs: number,
): Promise<void> {
  if (!after || !needsAction(before, after)) return;
  const entry = await loadEntry(after.workspace_id, after.id);
  if (entry?.state !== after.state || entry.due_at !== after.due_at) return;
  // A check may be a minute late, so it needs no schedule.
  if (entry.state === 'unconfirmed') return queueEntry(entry, nowMs);
  await syncSchedule(entry, nowMs);
}

function needsAction(before: ScheduleEntry | null, { state, due_at }: ScheduleEntry): boolean {
  if (state === 'cancelled') return before?.state === 'pending';
  if (due_at === null) return false;
  const isNewTime = before?.due_at !== due_at;
  return state === 'unconfirmed' ? isNewTime : state === 'pending' && (before?.state !== 'pending' || isNewTime);
}

/**
 * Give an entry the schedule of its state. When the entry changes at the same time, another worker may have set the
 * schedule of the newer state before this one, so the newer state is applied again.
 */
async function syncSchedule(entry: ScheduleEntry, nowMs: number): Promise<void> {
  for (let current: ScheduleEntry | null = entry; current !== null; ) {
    if (current.state === 'cancelled') await deleteSchedule(current);
    else if (current.state === 'pending') await createSchedule(current, nowMs);
    const latest = await loadEntry(current.workspace_id, current.id);
    if (latest?.version === current.version) return;
    current = latest;
  }
}

async function createSchedule(entry: ScheduleEntry, nowMs: number): Promise<void> {
  const dueMs = Date.parse(entry.due_at!);
  if (dueMs - nowMs < MIN_TIMER_LEAD_MS) return queueEntry(entry, nowMs);
  try {
    await upsertSchedule(scheduleInput(entry, dueMs - TIMER_LEAD_MS, toMessage(entry)));
  } catch (error) {
    // A retry fails too: the time is in the past, or the account has reached its number of schedules.
    if (!isNamed(error, 'ValidationException') && !isNamed(error, 'ServiceQuotaExceededException')) throw error;
    log.warn('schedule creation rejected, falling back to queue', { schedule_id: entry.id, error: error as Error });
    // Without a schedule, delayed messages publish the post; a wait over 15 minutes takes several of them.
    await queueEntry(entry, nowMs);
  }
}

async function queueEntry(entry: ScheduleEntry, nowMs: number): Promise<void> {
  await sendDelayed(publishQueueUrl(entry.platform), toMessage(entry), Date.parse(entry.due_at!), nowMs);
}

function toMessage({ workspace_id, id: schedule_id }: ScheduleEntry): PublishMessage {
  return { workspace_id, schedule_id };
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
