import { randomUUID } from 'node:crypto';
import { type Store, transaction } from './store.ts';
import { ACCOUNT, REGION, type Template } from './template.ts';
import { createWallClockTimer } from './wall-clock-timer.ts';

/** A schedule as EventBridge Scheduler's API and its CloudFormation resource both write it. */
export type Schedule = {
  Name: string;
  GroupName: string;
  ScheduleExpression: string;
  ScheduleExpressionTimezone?: string;
  State?: 'ENABLED' | 'DISABLED';
  FlexibleTimeWindow?: { Mode: string };
  Target: { Arn: string; RoleArn?: string; Input?: string; DeadLetterConfig?: { Arn?: string } };
  ActionAfterCompletion?: 'DELETE' | 'NONE';
};

export type Scheduler = {
  hasGroup: (name: string) => boolean;
  /** Whether an ARN is a function or a queue of the template. */
  isTarget: (arn: string) => boolean;
  arnOf: (schedule: { GroupName: string; Name: string }) => string;
  find: (group: string, name: string) => Schedule | undefined;
  /** Creates or replaces. The expression must be one that `readExpression` knows. */
  put: (schedule: Schedule) => void;
  remove: (group: string, name: string) => boolean;
  start: () => void;
  stop: () => void;
};

type Row = { group_name: string; name: string; definition: string; due_ms: number | null };
type Timing = { kind: 'at'; atMs: number } | { kind: 'rate'; everyMs: number };

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** `at(yyyy-mm-ddThh:mm:ss)` in UTC or `rate(n minutes|hours|days)`; undefined for anything else. */
export function readExpression(expression: string): Timing | undefined {
  const [, time] = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression) ?? [];
  const atMs = Date.parse(`${time}Z`);
  if (time && !Number.isNaN(atMs)) return { kind: 'at', atMs };
  const [, amount, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (!amount || Number(amount) < 1) return undefined;
  return { kind: 'rate', everyMs: Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS] };
}

/**
 * EventBridge Scheduler on the store. It fires at the requested second, where AWS takes up to a minute;
 * schedules missed while the service was down fire at its start. `deliver` invokes the target, which for a
 * function is an asynchronous invocation; it runs in the transaction that also completes the schedule.
 */
export function createScheduler(options: {
  store: Store;
  template: Template;
  isTarget: (arn: string) => boolean;
  deliver: (arn: string, input: string) => void;
  log: (line: string) => void;
}): Scheduler {
  const { store, template, log } = options;
  const groups = new Set(['default', ...template.ofType('AWS::Scheduler::ScheduleGroup').map((g) => g.name)]);
  const select = store.prepare('SELECT * FROM schedules WHERE group_name = ? AND name = ?');
  const upsert = store.prepare('INSERT OR REPLACE INTO schedules VALUES (?, ?, ?, ?, ?)');
  const erase = store.prepare('DELETE FROM schedules WHERE group_name = ? AND name = ?');
  const due = store.prepare('SELECT * FROM schedules WHERE due_ms <= ? ORDER BY due_ms LIMIT 100');
  const soonest = store.prepare('SELECT MIN(due_ms) AS ms FROM schedules');
  const setDue = store.prepare('UPDATE schedules SET due_ms = ? WHERE group_name = ? AND name = ?');
  const ofTemplate = store.prepare('SELECT * FROM schedules WHERE in_template = 1');
  const timer = createWallClockTimer(fireAll);
  let isStarted = false;

  const arnOf = ({ GroupName, Name }: { GroupName: string; Name: string }) =>
    `arn:aws:scheduler:${REGION}:${ACCOUNT}:schedule/${GroupName}/${Name}`;

  function put(schedule: Schedule, inTemplate = false): void {
    const timing = readExpression(schedule.ScheduleExpression)!;
    const { GroupName, Name } = schedule;
    const firstMs = timing.kind === 'at' ? timing.atMs : Date.now() + timing.everyMs;
    const dueMs = schedule.State === 'DISABLED' ? null : firstMs;
    upsert.run(GroupName, Name, JSON.stringify(schedule), inTemplate ? 1 : 0, dueMs);
    if (dueMs !== null && isStarted) timer.set(dueMs);
  }

  function fireAll(): void {
    const rows = due.all(Date.now()) as unknown as Row[];
    for (const row of rows) transaction(store, () => fire(row));
    const nextMs = (soonest.get() as { ms: number | null }).ms;
    if (nextMs !== null) timer.set(nextMs);
  }

  function fire(row: Row): void {
    const schedule = JSON.parse(row.definition) as Schedule;
    const timing = readExpression(schedule.ScheduleExpression)!;
    const { Target } = schedule;
    const deadLetters = Target.DeadLetterConfig?.Arn;
    const arn = [Target.Arn, deadLetters].find((candidate) => candidate && options.isTarget(candidate));
    if (arn) options.deliver(arn, inputOf(schedule, arnOf(schedule), row.due_ms!));
    if (arn !== Target.Arn) log(`schedule ${row.name}: its target ${Target.Arn} is not in the template`);
    if (timing.kind === 'rate') {
      // Times missed while the service was down count once.
      const nextMs = row.due_ms! + timing.everyMs;
      setDue.run(nextMs > Date.now() ? nextMs : Date.now() + timing.everyMs, row.group_name, row.name);
    } else if (schedule.ActionAfterCompletion === 'DELETE') erase.run(row.group_name, row.name);
    else setDue.run(null, row.group_name, row.name);
  }

  /** Replace the stored schedules with those of this template; unchanged ones keep their next run. */
  function adoptTemplate(): void {
    const wanted = template.ofType('AWS::Scheduler::Schedule').map(({ id, name, properties }) => {
      const schedule = { GroupName: 'default', ...properties, Name: name } as Schedule;
      if (!readExpression(schedule.ScheduleExpression)) {
        throw new Error(`${id}.ScheduleExpression: ${schedule.ScheduleExpression} is not known here`);
      }
      if (!options.isTarget(schedule.Target.Arn)) {
        throw new Error(`${id}.Target: ${schedule.Target.Arn} is neither a function nor a queue`);
      }
      return schedule;
    });
    const key = (group: string, name: string) => `${group}/${name}`;
    const keys = new Set(wanted.map(({ GroupName, Name }) => key(GroupName, Name)));
    for (const row of ofTemplate.all() as unknown as Row[]) {
      if (!keys.has(key(row.group_name, row.name))) erase.run(row.group_name, row.name);
    }
    for (const schedule of wanted) {
      const stored = select.get(schedule.GroupName, schedule.Name) as Row | undefined;
      if (stored?.definition !== JSON.stringify(schedule)) put(schedule, true);
    }
  }

  adoptTemplate();
  return {
    hasGroup: (name) => groups.has(name),
    isTarget: options.isTarget,
    arnOf,
    find: (group, name) => {
      const row = select.get(group, name) as Row | undefined;
      return row && (JSON.parse(row.definition) as Schedule);
    },
    put,
    remove: (group, name) => erase.run(group, name).changes > 0,
    start: () => {
      isStarted = true;
      timer.set(Date.now());
    },
    stop: timer.stop,
  };
}

/** The target's input with Scheduler's context attributes filled in, or the event it sends by default. */
function inputOf(schedule: Schedule, arn: string, dueMs: number): string {
  const time = new Date(dueMs).toISOString().replace('.000Z', 'Z');
  const id = randomUUID();
  const standard = {
    version: '0',
    id,
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account: ACCOUNT,
    time,
    region: REGION,
    resources: [arn],
    detail: '{}',
  };
  return (schedule.Target.Input ?? JSON.stringify(standard))
    .replaceAll('<aws.scheduler.schedule-arn>', arn)
    .replaceAll('<aws.scheduler.scheduled-time>', time)
    .replaceAll('<aws.scheduler.execution-id>', id)
    .replaceAll('<aws.scheduler.attempt-number>', '1');
}
