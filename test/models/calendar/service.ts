import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord } from 'aws-lambda';
import { expect, vi } from 'vitest';
import { handler as onPublishDue } from '../../../functions/on-publish-due.ts';
import { handler as onPublishScheduled } from '../../../functions/on-publish-scheduled.ts';
import { handler as onSchedulePlanningDue } from '../../../functions/on-schedule-planning-due.ts';
import { handler as onSweepDue } from '../../../functions/on-sweep-due.ts';
import type { Content } from '../../../lib/content/rules/content.ts';
import type { ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import { fromItem, type Item } from '../../../lib/core/table/schema.ts';
import type { ScriptName } from '../../../lib/platforms/kit/simulator/fault-scripts.ts';
import type { PublishMessage } from '../../../lib/publishing/steps/publish-entry.ts';
import type { ScheduledPost } from '../../../lib/publishing/workers/queue-scheduled-post.ts';
import type { Json } from '../../functions/api-harness.ts';
import { newRandom, type Random } from '../../functions/seeded/random.ts';
import { currentPlatforms } from '../../functions/simulated.ts';
import {
  currentHarness,
  killAt,
  lambdaContext,
  processStreamRecords,
  sdkError,
  sqsEvent,
  streamRecord,
  takeSteps,
} from '../../functions/worker-harness.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How far ahead the planner creates schedules, and how late an entry counts as missed by the sweep. */
const PLANNED_AHEAD = 46 * HOUR;
const MISSED_AFTER = 15 * SECOND;

/** When SQS delivers a message again whose function has failed. */
const VISIBILITY = 9 * MINUTE;

/** The work that the sweep continues. Other work that is due has no part in the calendar. */
const SWEPT = ['ScheduleEntry', 'HaltRelease', 'Recurrence', 'Import'];

/** Faults of a platform: whether a post is created is independent of the response. */
const LIES: ScriptName[] = [
  ...(['ok_then_drop', '500_after_effect', '201_without_id', 'truncated_json'] as const),
  ...(['drop_before_effect', '500_before_effect', 'duplicate', '402', '429'] as const),
];

/** A post that a platform has. */
export interface LivePost {
  account: string;
  text: string;
}

/** What the calendar learns from the service, as it happens. */
export interface Observer {
  /** Name an entry, whose id is random: the same in each run of a seed. */
  nameOf: (entryId: string) => string;
  /** All entries have changed of which `changed` was called since the last time. Their order is that of random ids. */
  followed: () => void;
  /** An entry has changed. */
  changed: (before: ScheduleEntry | null, after: ScheduleEntry) => void;
  /** A post is live, which the worker of this entry has sent. */
  live: (post: LivePost, entryId: string) => void;
}

/** The service in simulated time: its table with the stream, its queue, EventBridge Scheduler, the planner and the sweep. */
export interface Service {
  random: Random;
  observer: Observer;
  schedules: Map<string, { atMs: number; post: ScheduledPost }>;
  messages: { atMs: number; message: PublishMessage; received: number }[];
  /** The entries and items in the table, and when the work of the sweep is due. */
  entries: Map<string, ScheduleEntry>;
  contents: Map<string, Content>;
  due: Map<string, number>;
  /** When the pending entries are due, by their ids. */
  pending: Map<string, number>;
  /** What has disturbed the worker of an entry. */
  disturbed: Map<string, string[]>;
  /** The wait of requests that halt publishing, in which the clock moved on and nothing else happened. */
  stalled: { fromMs: number; untilMs: number };
  plannedUntilMs: number;
  sweptAtMs: number;
  live: number;
  recent: DynamoDBRecord[];
}

/** Start the simulated service, whose queue and scheduler take the place of the mocked ones. */
export function startService(random: Random, observer: Observer): Service {
  const service: Service = {
    ...{ random, observer, schedules: new Map(), messages: [], entries: new Map(), contents: new Map() },
    ...{
      due: new Map(),
      pending: new Map(),
      disturbed: new Map(),
      stalled: { fromMs: 0, untilMs: 0 },
      plannedUntilMs: 0,
      sweptAtMs: 0,
      live: 0,
      recent: [],
    },
  };
  const { scheduler, sqs } = currentHarness();
  scheduler.on(CreateScheduleCommand).callsFake((input) => putSchedule(service, input, false));
  scheduler.on(UpdateScheduleCommand).callsFake((input) => putSchedule(service, input, true));
  scheduler.on(DeleteScheduleCommand).callsFake(({ Name }) => {
    if (!service.schedules.delete(String(Name))) throw sdkError('ResourceNotFoundException');
    return {};
  });
  sqs.on(SendMessageCommand).callsFake((input) => receive(service, input, input));
  sqs.on(SendMessageBatchCommand).callsFake((input) => {
    takeSteps(input);
    for (const entry of input.Entries as Json[]) receive(service, input, entry);
    return {};
  });
  return service;
}

/** Remember what has disturbed the worker of an entry: its post may be late, fail, or have an unknown outcome. */
export function disturb({ disturbed }: Service, entryId: string, what: string): void {
  disturbed.set(entryId, [...(disturbed.get(entryId) ?? []), what]);
}

/** Make choices about an entry, whatever the order in which a worker handles entries, which their ids decide. */
function choicesFor({ observer }: Service, entryId: string): Random {
  const text = `${observer.nameOf(entryId)} ${Date.now()}`;
  return newRandom([...text].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 7));
}

function putSchedule(service: Service, given: Json, isUpdate: boolean): object {
  const input = given as unknown as CreateScheduleCommandInput;
  const name = input.Name!;
  const choices = choicesFor(service, name);
  if (choices.chance(0.03)) {
    disturb(service, name, 'schedule rejected');
    throw sdkError('ServiceQuotaExceededException');
  }
  if (service.schedules.has(name) !== isUpdate) {
    throw sdkError(isUpdate ? 'ResourceNotFoundException' : 'ConflictException');
  }
  const atMs = Date.parse(`${/at\((.+)\)/.exec(input.ScheduleExpression!)![1]}Z`);
  expect(atMs, 'a schedule in the past, which AWS rejects').toBeGreaterThan(Date.now());
  // EventBridge Scheduler is precise to the minute.
  const firesMs = atMs + choices.below(50) * SECOND;
  service.schedules.set(name, { atMs: firesMs, post: JSON.parse(input.Target!.Input!) });
  return {};
}

function receive(service: Service, { QueueUrl }: Json, entry: Json): object {
  if (!String(QueueUrl).includes('/publish-')) return {};
  const atMs = Date.now() + Number(entry.DelaySeconds ?? 0) * SECOND;
  const message = JSON.parse(String(entry.MessageBody)) as PublishMessage;
  const { messages } = service;
  const choices = choicesFor(service, message.schedule_id);
  // It is delivered a moment later, so a post is rarely sent exactly at its time.
  messages.push({ atMs: atMs + choices.below(900), message, received: 0 });
  // A message may be delivered more than once.
  if (choices.chance(0.03)) messages.push({ atMs: atMs + choices.below(5) * SECOND, message, received: 0 });
  return {};
}

/** What happens next at a time; of several, in the order of their names. */
type Step = { atMs: number; name: string; run: () => Promise<void> };

const isBefore = (one: Step, other: Step) =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.name < other.name);

/** Let everything happen until a time, in its order. */
export async function advanceTo(service: Service, untilMs: number): Promise<void> {
  for (let idle = 0; ; idle++) {
    const steps: Step[] = [
      { atMs: nextSweepMs(service), name: '', run: () => sweep(service) },
      { atMs: nextPlanMs(service), name: '', run: () => plan(service) },
    ];
    const { nameOf } = service.observer;
    for (const [id, { atMs }] of service.schedules)
      steps.push({ atMs, name: nameOf(id), run: () => fire(service, id) });
    for (const each of service.messages) {
      steps.push({ atMs: each.atMs, name: nameOf(each.message.schedule_id), run: () => publish(service, each) });
    }
    const { atMs, run } = steps.reduce((first, each) => (isBefore(each, first) ? each : first));
    if (atMs > untilMs) break;
    expect(idle, 'something is due for ever').toBeLessThan(5_000);
    vi.setSystemTime(Math.max(Date.now(), atMs));
    await run();
    await follow(service);
  }
  vi.setSystemTime(untilMs);
}

/** The next minute in which the sweep finds something that is overdue. */
function nextSweepMs({ due, sweptAtMs }: Service): number {
  const firstMs = Math.min(Number.POSITIVE_INFINITY, ...due.values());
  return Math.max(Math.ceil((firstMs + MISSED_AFTER + 1) / MINUTE) * MINUTE, sweptAtMs + MINUTE);
}

async function sweep(service: Service): Promise<void> {
  service.sweptAtMs = Math.floor(Date.now() / MINUTE) * MINUTE;
  await onSweepDue();
}

/** The next hour in which an entry comes into the reach of the planner. */
function nextPlanMs({ pending, plannedUntilMs }: Service): number {
  let firstMs = Number.POSITIVE_INFINITY;
  for (const dueMs of pending.values()) {
    if (dueMs > plannedUntilMs && dueMs > Date.now() && dueMs < firstMs) firstMs = dueMs;
  }
  return Math.max(Math.ceil((firstMs - PLANNED_AHEAD) / HOUR) * HOUR, Math.ceil((Date.now() + 1) / HOUR) * HOUR);
}

async function plan(service: Service): Promise<void> {
  service.plannedUntilMs = Date.now() + PLANNED_AHEAD;
  await onSchedulePlanningDue();
}

/** Let a schedule fire, and sometimes run the sweep. */
async function fire(service: Service, name: string): Promise<void> {
  const { post } = service.schedules.get(name)!;
  service.schedules.delete(name);
  await onPublishScheduled(post);
  if (choicesFor(service, name).chance(0.1)) await sweep(service);
}

/** Invoke the publish function with a message, possibly with a lie of the platform or the end of the worker. */
async function publish(service: Service, queued: Service['messages'][number]): Promise<void> {
  const { messages } = service;
  const choices = choicesFor(service, queued.message.schedule_id);
  messages.splice(messages.indexOf(queued), 1);
  const { message } = queued;
  const entry = service.entries.get(message.schedule_id);
  const dueMs = Date.parse(entry?.due_at ?? '');
  // The function waits for an entry that is due within a second, while others work.
  if (dueMs > Date.now() && dueMs <= Date.now() + SECOND) return void messages.push({ ...queued, atMs: dueMs });
  const isDue = dueMs <= Date.now();
  const lie = isDue && choices.chance(0.06) ? choices.pick(LIES) : null;
  const kill = isDue && choices.chance(0.05) ? 1 + choices.below(6) : null;
  if (lie) {
    disturb(service, message.schedule_id, lie);
    await currentPlatforms().script(entry!.platform, lie);
  }
  if (kill) {
    disturb(service, message.schedule_id, 'killed');
    killAt(currentHarness().table, kill);
  }
  const response = await onPublishDue(sqsEvent(message), lambdaContext());
  currentHarness().table.fault = null;
  if (lie) await currentPlatforms().script(entry!.platform, lie, 0);
  if (response!.batchItemFailures.length > 0) {
    expect(kill, 'a worker fails that was not killed').not.toBeNull();
    if (queued.received < 2) messages.push({ ...queued, atMs: Date.now() + VISIBILITY, received: queued.received + 1 });
  }
  if (!isDue) return;
  const posts = await currentPlatforms().posts();
  for (const post of posts.slice(service.live)) service.observer.live(post, message.schedule_id);
  service.live = posts.length;
}

/** Process the changes of the table and those that follow, with workers that are killed, and records that come again. */
export async function follow(service: Service): Promise<void> {
  const { random, recent } = service;
  const { table } = currentHarness();
  for (let changes = table.changes(); changes.length > 0; changes = table.changes()) {
    table.forgetChanges();
    for (const { before, after } of changes) remember(service, (after ?? before)!, after);
    for (const { before, after } of changes) report(service, before, after);
    service.observer.followed();
    const records = changes.map(({ before, after }) => streamRecord(before, after));
    if (random.chance(0.04)) {
      killAt(table, 1 + random.below(40));
      await processStreamRecords(records).catch(() => {});
      table.fault = null;
    }
    await expectProcessed(records);
    recent.push(...records);
    recent.splice(0, recent.length - 200);
    if (random.chance(0.03)) {
      const from = random.below(recent.length);
      await expectProcessed(recent.slice(from, from + 5));
    }
  }
}

/** Expect that records are processed. A step that was killed holds its lease, and is delivered again later. */
async function expectProcessed(records: DynamoDBRecord[]): Promise<void> {
  const failed = await processStreamRecords(records);
  expect(failed.filter((each) => !each.includes('"entity":"Content"'))).toEqual([]);
}

function remember(service: Service, { entity, pk, sk }: Item, after: Item | undefined): void {
  if (entity === 'Content' && after) service.contents.set(String(after.id), fromItem<Content>(after));
  if (!SWEPT.includes(String(entity))) return;
  const key = `${pk} ${sk}`;
  if (typeof after?.due_sk === 'string') service.due.set(key, Date.parse(after.due_sk));
  else service.due.delete(key);
}

function report({ entries, pending, observer }: Service, before: Item | undefined, after: Item | undefined): void {
  if (after?.entity !== 'ScheduleEntry') return;
  const entry = fromItem<ScheduleEntry>(after);
  entries.set(entry.id, entry);
  if (entry.state === 'pending' && entry.due_at !== null) pending.set(entry.id, Date.parse(entry.due_at));
  else pending.delete(entry.id);
  observer.changed(before ? fromItem<ScheduleEntry>(before) : null, entry);
}
