import { expect } from 'vitest';
import type { Content } from '../../../lib/content/rules/content.ts';
import type { ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import { PERMISSIONS } from '../../../lib/core/api/permission.ts';
import { callApi, type Json, type TestRequest, type TestResponse } from '../../functions/api-harness.ts';
import { newRandom, type Random } from '../../functions/seeded/random.ts';
import { note, type Traced } from '../../functions/seeded/trace.ts';
import { connect, currentPlatforms } from '../../functions/simulated.ts';
import { newTenant, newToken } from '../../functions/tenants.ts';
import { currentHarness, killAt } from '../../functions/worker-harness.ts';
import { adoptRow, type Row } from './importing.ts';
import { type Account, type Item, isPaused, rejoinQueue, type Target, type Workspace } from './model.ts';
import { adopt } from './recurring.ts';
import { checkChange, checkPost } from './rules.ts';
import { type LivePost, type Service, startService } from './service.ts';
import type { Period } from './zones.ts';

const THREE_YEARS_SECONDS = 3 * 366 * 86_400;

/** The calendar of two workspaces, and the service that keeps it. */
export interface World extends Traced {
  random: Random;
  period: Period;
  workspaces: Workspace[];
  items: Item[];
  /** The rows of the import that runs. */
  importing: Row[];
  /** By the id of the entry. */
  targets: Map<string, Target>;
  service: Service;
}

/** Create two workspaces with accounts. */
export async function newWorld(seed: number, period: Period): Promise<World> {
  const random = newRandom(seed);
  const targets = new Map<string, Target>();
  const traced: Traced = { trace: [], numbers: new Map() };
  const targetOf = (id: string): Target => {
    const content = targets.has(id) ? null : service.contents.get(service.entries.get(id)!.content_id);
    if (content?.recurrence) adopt(world, content);
    else if (content) adoptRow(world, content);
    const target = targets.get(id);
    expect(target, 'an entry that no request has made').toBeDefined();
    return target!;
  };
  const changes: string[] = [];
  const service = startService(random, {
    nameOf: (id) => {
      const target = targets.get(id);
      return target ? `${target.item.name} ${target.account.externalId}` : '';
    },
    changed: (before, after) => {
      const target = targetOf(after.id);
      noteChange({ ...traced, trace: changes }, target, before, after);
      if (after.state === 'pending') followHold(target, service.contents.get(after.content_id)!);
      checkChange(target, before, after, service);
    },
    followed: () => traced.trace.push(...changes.splice(0).sort()),
    live: (post, entryId) => {
      note(traced, `  ${post.text} is live`);
      checkPost(targetOf(entryId), post, service);
    },
  });
  const world: World = { ...traced, random, period, workspaces: [], items: [], importing: [], targets, service };
  for (const [index, name] of ['Ada', 'Bob'].entries()) world.workspaces.push(await newWorkspace(name, index));
  return world;
}

function noteChange(traced: Traced, { item }: Target, before: ScheduleEntry | null, after: ScheduleEntry): void {
  const { state, scheduled_at, due_at, error } = after;
  if (before?.state === state && before.scheduled_at === scheduled_at && before.due_at === due_at) return;
  if (['claimed', 'sending'].includes(state)) return;
  note(traced, `  ${item.name} is ${[state, scheduled_at, `due ${due_at}`, error?.code ?? ''].join(' ').trimEnd()}`);
}

/** Follow the end of a halt that leaves a post to its queue: the queue is paused, and the halt has held it at its slot. */
function followHold(target: Target, { queue: slot }: Content): void {
  const { item, atMs } = target;
  if (!slot?.held || isPaused(target) || Date.parse(slot.slot_at) !== atMs) return;
  const queue = item.workspace.queues.find(({ id }) => id === slot.id)!;
  const isReleased = item.workspace.halts.some((halt) => halt.endMs !== null && atMs < halt.endMs);
  expect([queue.isPaused, isReleased], `${item.name} is held without a reason`).toEqual([true, true]);
  rejoinQueue(queue, target);
}

async function newWorkspace(name: string, index: number): Promise<Workspace> {
  const tenant = await newTenant();
  tenant.token = await newToken(tenant, PERMISSIONS, THREE_YEARS_SECONDS);
  const guardHours = [24, 168][index]!;
  await callApi('workspace.update', { token: tenant.token, body: { duplicate_guard_hours: guardHours } });
  const accounts: Account[] = [];
  for (const [platform, externalId] of [
    ['twitter', `100${index}1`],
    ['twitter', `100${index}2`],
    ['linkedin', `urn:li:person:${name}`],
  ] as const) {
    const token = `token-${name}-${externalId.replaceAll(':', '-')}`;
    const expires_in = THREE_YEARS_SECONDS;
    await currentPlatforms().register({ platform, account: externalId, access_token: token, expires_in });
    const { id } = await connect(tenant, platform, token, { external_id: externalId });
    accounts.push({ id: String(id), platform, externalId });
  }
  return { name, tenant, guardHours, accounts, queues: [], halts: [], recurrences: [], imports: [] };
}

let requests = 0;

/** A response, and whether it is that of a repeated request, of which the first one may have been executed. */
export type Answer = TestResponse & { isRepeated: boolean };

/**
 * Send a request. Sometimes its function is killed at any of its commands, or its response is lost: then the caller sends it
 * again, with the same `Idempotency-Key` where the endpoint takes one.
 */
export async function send(
  { random, ...world }: World,
  { tenant }: Workspace,
  operation: Parameters<typeof callApi>[0],
  given: TestRequest,
): Promise<Answer> {
  const { table } = currentHarness();
  const headers = {
    ...given.headers,
    'idempotency-key': `request-${++requests}`,
  };
  const request = { token: tenant.token, ...given, headers };
  const kill = random.chance(0.05) ? 1 + random.below(10) : null;
  if (kill) killAt(table, kill);
  else if (random.chance(0.03)) {
    table.failAfterWrite = (command) =>
      command === 'TransactWriteCommand' ? new Error('The response is lost.') : null;
  }
  const isDisturbed = table.fault !== null || table.failAfterWrite !== null;
  const answer = await callApi(operation, request);
  table.fault = table.failAfterWrite = null;
  if (!isDisturbed || answer.status < 500) return { ...answer, isRepeated: false };
  note(world as World, `  ${operation} is sent again after ${answer.status}`);
  return { ...(await callApi(operation, request)), isRepeated: true };
}

/** Send a request that the model expects to succeed. Returns the body of the response. */
export async function succeed(...given: Parameters<typeof send>): Promise<Json> {
  const { status, text, json } = await send(...given);
  expect(status, `${given[2]} ${text}`).toBeLessThan(300);
  return json;
}

export interface TargetView {
  account_id: string;
  schedule_id: string;
  status: string;
  scheduled_at: string;
  scheduled_local: { local: string; time_zone: string } | null;
  published_at: string | null;
  late_by_seconds: number | null;
  error: { code: string } | null;
  halt: { id: string } | null;
  retry_may_duplicate: boolean;
  timeline: { type: string; detail: string | null }[];
}

/** An item as the API shows it. */
export interface ItemView {
  id: string;
  status: string;
  scheduled_at: string | null;
  queue: { id: string; slot_at: string; held: boolean } | null;
  recurrence: { held: boolean } | null;
  targets: TargetView[];
  warnings: { code: string }[];
}

export type { LivePost };
