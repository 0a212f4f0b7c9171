import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { loadEntry } from '../../content/store/schedule-entries.ts';
import { requireEnv } from '../../core/config/env.ts';
import { emitMetric } from '../../core/observability/emit-metric.ts';
import { log } from '../../core/observability/log.ts';
import { isNamed } from '../../core/retry/transient-errors.ts';
import { attemptTrigger, SCHEDULE_LEAD_MS } from '../../core/retry/waits.ts';
import type { ScheduledPost } from './queue-scheduled-post.ts';

// A schedule that cannot be created soon is left to the sweep, so a request that hangs must not hold up the stream.
const REQUEST_HANDLER = { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true };
const scheduler = new SchedulerClient({ maxAttempts: 3, requestHandler: REQUEST_HANDLER });

/**
 * Give an entry the schedule of its state: create it for a pending or continuing entry, delete that of a cancelled one. One
 * that is due later than schedules are created, or too soon for one, gets none. When the entry changes at the same time,
 * another worker may have set the schedule of the newer state before this one, so the newer state is applied again.
 * Never throws because of EventBridge Scheduler: the sweep publishes a post without a schedule a few seconds late, and
 * a schedule of an entry in another state has no effect.
 */
export async function syncSchedule(entry: ScheduleEntry): Promise<void> {
  for (let current: ScheduleEntry | null = entry; current !== null; ) {
    if (current.state === 'cancelled') await attempt(current, deleteSchedule);
    else if (isToBeScheduled(current, Date.now())) await attempt(current, createSchedule);
    const latest = await loadEntry(current.workspace_id, current.id);
    if (latest?.version === current.version) return;
    current = latest;
  }
}

/** Return whether a schedule starts the next attempt at an entry. */
function isToBeScheduled({ state, due_at }: ScheduleEntry, nowMs: number): boolean {
  const isWaiting = state === 'pending' || state === 'continuing';
  return isWaiting && due_at !== null && attemptTrigger(Date.parse(due_at), nowMs) === 'schedule';
}

/** Run a request for the schedule of an entry. A rejection is logged and counted. */
async function attempt(entry: ScheduleEntry, request: (entry: ScheduleEntry) => Promise<void>): Promise<void> {
  try {
    await request(entry);
  } catch (error) {
    const { workspace_id, id: schedule_id, state } = entry;
    log.warn('schedule rejected, left to the sweep', { workspace_id, schedule_id, state, error: error as Error });
    emitMetric('SchedulesRejected', 1);
  }
}

/** Create a schedule, or update the existing one of the same name. */
async function createSchedule(entry: ScheduleEntry): Promise<void> {
  const schedule = scheduleInput(entry);
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
    // The planner had not reached it.
    if (!isNamed(error, 'ResourceNotFoundException')) throw error;
  }
}

function scheduleInput({ id, workspace_id, platform, due_at }: ScheduleEntry): CreateScheduleCommandInput {
  const startMs = Date.parse(due_at!) - SCHEDULE_LEAD_MS;
  const input: ScheduledPost = { workspace_id, schedule_id: id, platform, due_at: due_at! };
  return {
    // The entry id as name: a second creation is a conflict instead of a second schedule.
    Name: id,
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
}
