import { constructIdOf, jobFunctionId } from '../../lib/stack/construct-ids.ts';

/** The functions that recurring schedules invoke, and how a bill names their runs. */
export const SCHEDULED_JOBS = {
  'on-sweep-due': 'runs of the sweep',
  'on-metric-polls-due': 'runs of the metric poller',
  'on-refresh-due': 'runs of the token refresh',
  'on-schedule-planning-due': 'runs of the schedule planner',
  'on-workspace-deletion-due': 'runs of the deletion of workspaces',
} as const;

export type ScheduledJob = keyof typeof SCHEDULED_JOBS;

export const SCHEDULED_JOB_NAMES = Object.keys(SCHEDULED_JOBS) as ScheduledJob[];

/** A recurring schedule of a synthesized template: its rate, and the function that it invokes. */
interface Schedule {
  ScheduleExpression?: unknown;
  Target?: { Arn?: { 'Fn::GetAtt'?: [logicalId: string, attribute: string] } };
}

/**
 * Count how often the schedules of a template invoke each job in an hour. Throws for a schedule whose runs no line of a bill
 * has, and for a job without a schedule.
 */
export function countRunsPerHour(
  schedules: readonly (readonly [id: string, Schedule])[],
): Record<ScheduledJob, number> {
  const runs = new Map<ScheduledJob, number>();
  for (const [id, { ScheduleExpression, Target }] of schedules) {
    const [logicalId = ''] = Target?.Arn?.['Fn::GetAtt'] ?? [];
    const job = SCHEDULED_JOB_NAMES.find((name) => jobFunctionId(name) === constructIdOf(logicalId));
    if (!job) throw new Error(`unread schedule: ${id}. SCHEDULED_JOBS has no row for its function ${logicalId}.`);
    runs.set(job, (runs.get(job) ?? 0) + perHour(String(ScheduleExpression)));
  }
  const missing = SCHEDULED_JOB_NAMES.filter((name) => !runs.has(name));
  if (missing.length > 0) throw new Error(`No schedule invokes ${missing.join(', ')}.`);
  return Object.fromEntries(SCHEDULED_JOB_NAMES.map((name) => [name, runs.get(name)])) as Record<ScheduledJob, number>;
}

function perHour(expression: string): number {
  const [, value, unit] = /^rate\((\d+) (minute|hour)s?\)$/.exec(expression) ?? [];
  if (!value) throw new Error(`${expression} is not a supported rate.`);
  return (unit === 'hour' ? 1 : 60) / Number(value);
}
