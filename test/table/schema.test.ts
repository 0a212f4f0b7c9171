import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatchWriteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAccount } from '../../lib/domain/account-token.ts';
import { originHash } from '../../lib/domain/audit.ts';
import { checkStretch } from '../../lib/domain/audit-check.ts';
import { periodOf } from '../../lib/domain/buckets.ts';
import { isId } from '../../lib/domain/id.ts';
import type { Engagement, PublishedPost } from '../../lib/domain/ingestion.ts';
import { type Invitation, resendInvitation } from '../../lib/domain/invitation.ts';
import { NO_METRICS } from '../../lib/domain/metrics-delta.ts';
import { PLATFORMS, type Platform } from '../../lib/domain/platform.ts';
import {
  accountRemoval,
  accountWrite,
  dueAccounts,
  listAccounts,
  loadAccount,
  loadAccountById,
} from '../../lib/table/account.ts';
import { loadAudited, loadAuditHead, loadStretch, sha256 } from '../../lib/table/audit.ts';
import { sumBuckets } from '../../lib/table/bucket.ts';
import { loadRemovals } from '../../lib/table/changed-by.ts';
import { table, tableName } from '../../lib/table/client.ts';
import { commit, LostRace } from '../../lib/table/commit.ts';
import { listContent, loadContent } from '../../lib/table/content.ts';
import { countedTotal } from '../../lib/table/counter.ts';
import { loadKeyAndFailures, loadToken } from '../../lib/table/credential.ts';
import { dueDeliveries, loadDelivery } from '../../lib/table/delivery.ts';
import { loadEarlyComments } from '../../lib/table/early-comment.ts';
import { loadEndpoints, newEndpointWrites } from '../../lib/table/endpoint.ts';
import { keepEngagement } from '../../lib/table/engagement.ts';
import { dueMinutes } from '../../lib/table/engagement-minute.ts';
import { dueEntries, listEntries, loadEntries, loadEntry } from '../../lib/table/entry.ts';
import { loadEvent } from '../../lib/table/event.ts';
import { loadIdempotencyRecord } from '../../lib/table/idempotency.ts';
import { loadInbound } from '../../lib/table/inbound.ts';
import {
  invitationWrite,
  invitationWrites,
  listInvitations,
  loadByToken,
  loadInvitation,
  resendWrites,
} from '../../lib/table/invitation.ts';
import { listKeys } from '../../lib/table/key.ts';
import {
  CHART,
  type Entity,
  type Item,
  NewerItem,
  READABLE_SCHEMA,
  recordOf,
  SCHEMA,
} from '../../lib/table/keys.ts';
import { dueMeasurementKeys, latestMeasurements, loadMeasurements } from '../../lib/table/measurement.ts';
import { loadPublishedPosts } from '../../lib/table/published-post.ts';
import { takeAdmissions } from '../../lib/table/rate.ts';
import { loadRecovery } from '../../lib/table/recovery.ts';
import { loadTermedPosts, loadTermHistories, loadTextCounts } from '../../lib/table/term.ts';
import {
  listMembers,
  loadMember,
  loadWorkspace,
  memberRemoval,
  memberWrite,
} from '../../lib/table/workspace.ts';
import { openEmbeddedTable } from './embedded-table.ts';
import { AT, CONTENT, KEY_ITEMS, LATER_ITEMS, WORKSPACE } from './later-items.ts';

// Items as schema 1 wrote them. This file never changes; the next schema gets a file of its own beside it.
const FIRST_ITEMS = JSON.parse(readFileSync(join(import.meta.dirname, 'schema-1.json'), 'utf8')) as Item[];

// Kinds that were replaced by others and that nothing reads any more (docs/upgrade.md).
const FORGOTTEN = ['TermHour', 'TermedContent'];

const ITEMS = [...FIRST_ITEMS, ...LATER_ITEMS, ...KEY_ITEMS].filter(
  ({ entity }) => !FORGOTTEN.includes(String(entity)),
);

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const MINUTE = String(NOW_MS / 60_000);
const PAGE = { limit: 20, skip: 0, after: null };

const of = (entity: Entity) => ITEMS.filter((item) => item.entity === entity);
const one = <T extends object = Item>(entity: Entity) => recordOf<T>(of(entity)[0]!);
const workspaceId = String(of('Workspace')[0]!.id);

let stop: () => Promise<void>;
const put = (item: Item) => table.send(new PutCommand({ TableName: tableName(), Item: item }));

beforeAll(async () => {
  ({ stop } = await openEmbeddedTable());
  for (let start = 0; start < ITEMS.length; start += 25) {
    const requests = ITEMS.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }));
  }
});

afterAll(() => stop());

describe('items of schema 1', () => {
  it('are written in a form that readers accept', () => {
    expect(SCHEMA).toBeLessThanOrEqual(READABLE_SCHEMA);
  });

  it('are there of every kind in the chart, each with its kind and its schema', () => {
    expect([...new Set(ITEMS.map((item) => item.entity))].sort()).toEqual(Object.keys(CHART).sort());
    expect(ITEMS.every((item) => item.schema === 1)).toBe(true);
  });

  const content = () => one<{ id: string }>('Content');
  const entry = () => one<{ id: string }>('Entry');
  const delivery = () => one<{ id: string; endpoint_id: string }>('Delivery');

  // Every kind, by the reader the product has for it, and what it has to find.
  const READERS: Record<Entity, () => Promise<[found: unknown, expected: unknown]>> = {
    Workspace: async () => [await loadWorkspace(workspaceId), one('Workspace')],
    Member: async () => [(await listMembers(workspaceId, PAGE)).records, of('Member').map(recordOf)],
    Email: async () => [await invited('owner@example.com'), 'already_member'],
    Invitation: async () => [await invited('guest@example.com'), 'already_invited'],
    InvitationToken: async () => [(await loadByToken('twelve'))?.token, one('InvitationToken')],
    Key: async () => [(await loadToken(String(one('Token').hash)))?.key, nowNamed(one('Key'))],
    KeyUse: async () => [await listedKeys(), [{ key: laterKey(), lastUsedAt: AT }]],
    FailedExchange: async () => [
      (await loadKeyAndFailures(String(one('Key').client_id), MINUTE)).failures,
      1,
    ],
    Token: async () => [(await loadToken(String(one('Token').hash)))?.token, one('Token')],
    Rate: async () => [
      await takeAdmissions(
        { counted: workspaceId, window: Number(MINUTE), seconds: 60 },
        { block: 1, limit: 1000, isFirst: true },
      ),
      { granted: 1, taken: 11, holders: 1 },
    ],
    Idempotency: async () => [
      await loadIdempotencyRecord(workspaceId, 'content.create', 'a'.repeat(64), NOW_MS),
      one('Idempotency'),
    ],
    Content: async () => [await loadContent(workspaceId, content().id), one('Content')],
    Entry: async () => [await loadEntry(workspaceId, entry().id), one('Entry')],
    Counter: async () => [await countedTotal(workspaceId, 'content', null, null), 1],
    Endpoint: async () => [await loadEndpoints(workspaceId), [one('Endpoint')]],
    EndpointUrl: async () => [await registered(String(one('Endpoint').url)), 'duplicate_url'],
    Event: async () => [
      await loadEvent(workspaceId, String(one('Event').id)),
      { ...one<Item>('Event'), data: JSON.parse(String(one('Event').data)) },
    ],
    Delivery: async () => [
      await loadDelivery(workspaceId, delivery().endpoint_id, delivery().id),
      one('Delivery'),
    ],
    Recovery: async () => [await loadRecovery(workspaceId, String(one('Recovery').id)), one('Recovery')],
    Account: async () => [await loadAccount(workspaceId, 'twitter'), inNeedOfAPerson('twitter')],
    InboundAccount: async () => [
      await loadInbound('acc_01KXFHWR000000000000000000', 'instagram'),
      one('InboundAccount'),
    ],
    Measurement: async () => [await latestMeasurements(workspaceId, 10), [one('Measurement')]],
    // Read off the stream only, as any record there.
    Observation: async () => [one('Observation').deltas, of('Observation')[0]!.deltas],
    PublishedPost: async () => [
      await loadPublishedPosts(WORKSPACE, [one<PublishedPost>('PublishedPost')]),
      [one('PublishedPost')],
    ],
    EarlyComment: async () => [
      await loadEarlyComments(one<PublishedPost>('PublishedPost')),
      [one('EarlyComment')],
    ],
    Engagement: async () => [
      await keepEngagement({ ...one<Engagement>('Engagement'), count: 99 }),
      one('Engagement'),
    ],
    EngagementMinute: async () => [
      (await dueMinutes(new Date(NOW_MS).toISOString(), 10)).records,
      [one('EngagementMinute')],
    ],
    Bucket: async () => [(await sumBuckets(workspaceId, null, dayOfNow())).twitter?.metrics.impressions, 120],
    ContentBucket: async () => [
      (await sumBuckets(WORKSPACE, CONTENT, hourOfAt())).twitter,
      { metrics: { ...NO_METRICS, impressions: 120 }, published: 1, posts: 1, asOf: AT },
    ],
    TermBlock: async () => [
      await loadTermHistories(workspaceId, 'twitter', new Date(AT)),
      [{ term: '#wool', counts: [{ hour: Date.parse(AT) / 3_600_000 - 0.5, posts: 3 }] }],
    ],
    TermDay: async () => [
      await loadTextCounts(workspaceId, 'twitter', new Date(AT)),
      [{ hour: Date.parse(AT) / 3_600_000 - 0.5, posts: 3 }],
    ],
    TermedPost: async () => [await loadTermedPosts(workspaceId, 'twitter', [CONTENT]), [one('TermedPost')]],
    Removal: async () => [
      await loadRemovals([{ workspace_id: workspaceId, removed_id: CONTENT }]),
      [one<{ by: object }>('Removal').by],
    ],
    AuditEntry: async () => {
      const found = await loadStretch(workspaceId, 1, 2);
      const head = await loadAuditHead(workspaceId);
      const previousHash = originHash(workspaceId, sha256);
      const stretch = { from: 1, to: 1, previousHash, found, head, hasGrown: false };
      // Its hash was reckoned by another program.
      return [checkStretch(stretch, sha256), { checked: 1, hash: one('AuditEntry').hash, broken: null }];
    },
    AuditHead: async () => [await loadAuditHead(workspaceId), one('AuditHead')],
    AuditedChange: async () => [
      [...(await loadAudited(workspaceId, ['stream-record-1', 'stream-record-2']))],
      ['stream-record-1'],
    ],
  };

  it.each(Object.keys(CHART) as Entity[])('%s is read by the product', async (entity) => {
    const [found, expected] = await READERS[entity]();
    expect(found).toEqual(expected);
  });

  it.each(['by_facet', 'by_group'] as const)('are found in the list of %s', async (index) => {
    const filter = index === 'by_facet' ? { status: 'scheduled' as const } : { platform: 'twitter' as const };
    const { records } = await listContent(workspaceId, filter, PAGE);
    expect(records.map(({ id }) => id)).toEqual([content().id]);
  });

  it('are found when they are due', async () => {
    const before = new Date(NOW_MS + 2 * 86_400_000).toISOString();
    expect((await dueEntries(before, 10)).map(({ id }) => id)).toEqual([entry().id]);
    expect((await dueDeliveries(before, 10)).map(({ id }) => id)).toEqual([delivery().id]);
    expect((await loadMeasurements(await dueMeasurementKeys(before, 10))).records).toEqual([
      one('Measurement'),
    ]);
  });
});

describe('an account of schema 1, whose token was not encrypted', () => {
  const tokenOf = (platform: Platform) => String(storedAccount(platform).access_token);

  it('has the same id whenever it is read, and is found by it', async () => {
    const { id } = (await loadAccount(workspaceId, 'twitter'))!;
    expect(isId('account', id)).toBe(true);
    expect((await loadAccount(workspaceId, 'twitter'))?.id).toBe(id);
    expect(await loadAccountById(workspaceId, id)).toEqual(inNeedOfAPerson('twitter'));
  });

  it('is listed with the others of its workspace, each with an id of its own', async () => {
    const { records, total } = await listAccounts(workspaceId, PAGE);
    expect(records).toEqual((['instagram', 'linkedin', 'twitter'] as const).map(inNeedOfAPerson));
    expect([total, new Set(records.map(({ id }) => id)).size]).toEqual([3, 3]);
  });

  it.each(PLATFORMS)('on %s is read without its token', async (platform) => {
    expect(tokenOf(platform)).toMatch(/^simulator-/);
    const account = (await loadAccount(workspaceId, platform))!;
    const { records } = await listAccounts(workspaceId, PAGE);
    expect(JSON.stringify([account, records])).not.toContain(tokenOf(platform));
  });

  it('is not looked for by who refreshes tokens: there is nothing to refresh it with', async () => {
    expect(await dueAccounts('9999', 10)).toEqual({ records: [], unreadable: 0 });
  });

  it('is replaced when it is connected again, under its id, and its token is gone from the table', async () => {
    const before = (await loadAccount(workspaceId, 'linkedin'))!;
    const owner = { id: `acc_${'8'.repeat(26)}`, workspaceId, platform: 'linkedin' as const };
    const secrets = { access_token: 'new', refresh_token: null, client_id: null, client_secret: null };
    const connection = {
      external_id: 'urn:li:person:1',
      secrets,
      expires_in_seconds: 3600,
      sealed: 'c2VhbGVk',
    };
    const after = connectAccount(before, owner, connection, NOW_MS);
    await commit([accountWrite(before, after)]);
    expect(await loadAccount(workspaceId, 'linkedin')).toEqual({ ...after, id: before.id, version: 0 });
    const { pk, sk } = storedAccount('linkedin');
    const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key: { pk, sk } }));
    expect(JSON.stringify(Item)).not.toContain(tokenOf('linkedin'));
  });

  it('is changed by who read it after that only, like any other', async () => {
    const now = (await loadAccount(workspaceId, 'linkedin'))!;
    await commit([accountWrite(now, { ...now, external_id: 'urn:li:person:2' })]);
    const late = commit([accountWrite(now, { ...now, external_id: 'urn:li:person:3' })]);
    await expect(late).rejects.toThrow(LostRace);
  });

  it('can be removed as it is', async () => {
    const account = (await loadAccount(workspaceId, 'instagram'))!;
    await commit([accountRemoval(account)]);
    expect(await loadAccount(workspaceId, 'instagram')).toBeNull();
    expect((await listAccounts(workspaceId, PAGE)).total).toBe(2);
  });
});

describe('a member of schema 1, which had no version', () => {
  const id = `usr_${'8'.repeat(26)}`;

  it('is changed by who read it after that only, like any other', async () => {
    await put({ ...of('Member')[0]!, id, sk: id });
    const before = (await loadMember(workspaceId, id))!;
    await commit([memberWrite(before, { ...before, name: 'First' })]);
    await expect(commit([memberWrite(before, { ...before, name: 'Late' })])).rejects.toThrow(LostRace);
    expect(await loadMember(workspaceId, id)).toEqual({ ...before, name: 'First', version: 0 });
  });

  it('does not come back when it was removed meanwhile', async () => {
    await put({ ...of('Member')[0]!, id, sk: id });
    const before = (await loadMember(workspaceId, id))!;
    await commit(memberRemoval(before));
    await expect(commit([memberWrite(before, { ...before, name: 'Late' })])).rejects.toThrow(LostRace);
    expect(await loadMember(workspaceId, id)).toBeNull();
  });
});

describe('an invitation of schema 1, which had no token', () => {
  it('is sent again like any other, and then found by its state', async () => {
    const { id, expires_at } = one<Invitation>('Invitation');
    const before = (await loadInvitation(workspaceId, id))!;
    const nowMs = Date.parse(expires_at) - 1000;
    const sent = async () => (await listInvitations(workspaceId, 'sent', PAGE, nowMs)).records;
    expect([before.sending, before.mail, await sent()]).toEqual([1, 'none', []]);
    await commit(resendWrites(before, resendInvitation(before, 'pending', nowMs), nowMs));
    const after = (await loadInvitation(workspaceId, id))!;
    expect([after.sending, after.mail, after.version]).toEqual([2, 'pending', 0]);
    expect(await sent()).toEqual([after]);
    const late = commit([invitationWrite(before, { ...before, status: 'revoked' })]);
    await expect(late).rejects.toThrow(LostRace);
  });
});

describe('an item of a newer schema', () => {
  const newer = (entity: Entity, changes: Item): Item => ({
    ...of(entity)[0]!,
    schema: READABLE_SCHEMA + 1,
    ...changes,
  });
  const contentId = `cnt_${'7'.repeat(26)}`;
  const entryId = `scd_${'7'.repeat(26)}`;

  beforeAll(async () => {
    await put(newer('Content', { id: contentId, sk: contentId, facet_sk: contentId, group_sk: contentId }));
    const { scheduled_at } = of('Entry')[0]!;
    const position = `${scheduled_at}#${entryId}`;
    await put(newer('Entry', { id: entryId, sk: entryId, facet_sk: position, group_sk: position }));
    await put(newer('Measurement', { id: entryId, sk: entryId }));
  });

  it('read by itself is an error that says so', async () => {
    await expect(loadContent(workspaceId, contentId)).rejects.toThrow(NewerItem);
    await expect(loadContent(workspaceId, contentId)).rejects.toThrow(
      `schema ${READABLE_SCHEMA + 1}; this version reads up to ${READABLE_SCHEMA}`,
    );
  });

  it('is left out of lists, which say how many are', async () => {
    const items = await listContent(workspaceId, {}, PAGE);
    expect(items.records.map(({ id }) => id)).toEqual([one('Content').id]);
    expect(items.unreadable).toBe(1);
    const entries = await listEntries(workspaceId, { status: 'pending' }, PAGE);
    expect(entries.records.map(({ id }) => id)).toEqual([one('Entry').id]);
    expect(entries.unreadable).toBe(1);
    const ofContent = { content_id: String(one('Content').id) };
    expect(await listEntries(workspaceId, ofContent, PAGE)).toMatchObject({ unreadable: 1 });
  });

  it('does not keep those who look after many things from the others', async () => {
    const before = new Date(NOW_MS + 2 * 86_400_000).toISOString();
    const entries = await loadEntries(await dueEntries(before, 10));
    expect(entries.records.map(({ id }) => id)).toEqual([one('Entry').id]);
    expect(entries.unreadable).toBe(1);
    const measurements = await loadMeasurements(await dueMeasurementKeys(before, 10));
    expect(measurements.records.map(({ id }) => id)).toEqual([one('Measurement').id]);
    expect(measurements.unreadable).toBe(1);
  });
});

function dayOfNow() {
  return between('2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z');
}

function hourOfAt() {
  return between('2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z');
}

function between(from: string, to: string) {
  const period = periodOf({ from, to }, new Date(NOW_MS + 86_400_000));
  if ('problem' in period) throw new Error(period.problem.detail);
  return period;
}

function storedAccount(platform: Platform): Item {
  return of('Account').find((item) => item.platform === platform)!;
}

async function listedKeys(): Promise<unknown[]> {
  return (await listKeys(workspaceId, PAGE)).records;
}

function laterKey(): object {
  const { id: _, ...key } = recordOf<Item>(KEY_ITEMS[0]!);
  return key;
}

/** What a key of schema 1 is read as: it had neither a name nor a limit, and one secret. */
function nowNamed(stored: object): object {
  const later = { secret_number: 1, retired_secrets: [], rerolled_at: null, version: -1 };
  return { ...stored, name: 'Owner', hourly_limit: null, ...later };
}

/** What an account of schema 1 is read as: one that a person has to connect again. */
function inNeedOfAPerson(platform: Platform): Item {
  const { workspace_id, external_id, created_at } = storedAccount(platform);
  return {
    id: expect.stringMatching(/^acc_/),
    workspace_id,
    platform,
    external_id,
    status: 'needs_reconnect',
    reconnect_reason: 'unreadable',
    token_expires_at: null,
    is_refreshable: false,
    refresh_at: null,
    refreshing: null,
    refreshed_at: null,
    sealed: null,
    inbound_since: null,
    created_at,
    updated_at: created_at,
    version: -1,
  };
}

/** The code with which an address or a url that is taken is refused. */
async function invited(email: string): Promise<string> {
  const invitation = { ...one<Item>('Invitation'), id: `inv_${'8'.repeat(26)}`, email };
  return refusal(commit(invitationWrites(invitation as never, NOW_MS)));
}

async function registered(url: string): Promise<string> {
  const endpoint = { ...one<Item>('Endpoint'), id: `wh_${'8'.repeat(26)}`, url };
  return refusal(commit(newEndpointWrites(endpoint as never, 20)));
}

async function refusal(commit: Promise<void>): Promise<string> {
  return commit.then(
    () => 'accepted',
    (error: { code?: string }) => String(error.code),
  );
}
