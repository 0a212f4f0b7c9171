import { beforeEach, describe, expect, it } from 'vitest';
import type { Content } from '../../lib/content/rules/content.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { advanceTime, callApi, type Json, START, setupApi, storedItems } from '../functions/api-harness.ts';
import { entries, expectFields, update } from '../functions/given/content.ts';
import { newContent, newKey, setWorkspace } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

const table = setupApi();

// From here, both changes of 2027 are within the time that a post can be planned ahead.
const NOW = '2027-02-01T10:00:00.000Z';
beforeEach(() => advanceTime(Date.parse(NOW) - Date.parse(START)));

const GIVEN = { local: '2027-03-20T09:00', time_zone: 'Europe/Berlin' };
const GIVEN_AT = '2027-03-20T08:00:00.000Z';
const FIELDS = { title: 'A title', description: 'A text', platforms: ['twitter'] };

const send = async (tenant: Tenant, operation: string, request: Json) => {
  const answer = await callApi(operation, { token: tenant.token, ...request });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
};
const create = async (tenant: Tenant, scheduled_at: unknown, fields: Json = {}) =>
  (await send(tenant, 'content.create', { body: { ...FIELDS, ...fields, scheduled_at } })).json as Json & {
    id: string;
  };
const read = (tenant: Tenant, id: string) => callApi('content.get', { token: tenant.token, params: { id } });
const put = async (tenant: Tenant, id: string, body: Json) => {
  const answer = await update(tenant, id, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};
const targetOf = ({ targets }: Json) => (targets as Json[])[0]!;
const localWarnings = ({ warnings }: Json) =>
  (warnings as Json[]).filter(({ code }) => String(code).startsWith('local_time'));
const stored = <T>(entity: string) => storedItems(table).filter((item) => item.entity === entity) as T[];

// Zone, a time of 2027 that its clock skips and its instant, a time that it shows twice and its instant.
const CHANGES = [
  ['Europe/Berlin', '2027-03-28T02:30', '2027-03-28T01:30:00.000Z', '2027-10-31T02:30', '2027-10-31T00:30:00.000Z'],
  ['Europe/Lisbon', '2027-03-28T01:30', '2027-03-28T01:30:00.000Z', '2027-10-31T01:30', '2027-10-31T00:30:00.000Z'],
  ['America/New_York', '2027-03-14T02:30', '2027-03-14T07:30:00.000Z', '2027-11-07T01:30', '2027-11-07T05:30:00.000Z'],
  ['Australia/Sydney', '2027-10-03T02:30', '2027-10-02T16:30:00.000Z', '2027-04-04T02:30', '2027-04-03T15:30:00.000Z'],
  [
    'Australia/Lord_Howe',
    '2027-10-03T02:15',
    '2027-10-02T15:45:00.000Z',
    '2027-04-04T01:45',
    '2027-04-03T14:45:00.000Z',
  ],
] as const;

describe.each(CHANGES)('the clock of %s', (time_zone, skipped, skippedAt, repeated, repeatedAt) => {
  it.each([
    ['skips a time, which moves forward by the gap', skipped, skippedAt, 'local_time_skipped'],
    ['shows a time twice, of which the first counts', repeated, repeatedAt, 'local_time_repeated'],
  ])('%s, and a warning names the instant', async (_, local, at, code) => {
    const tenant = await newTenant();
    const item = await create(tenant, { local, time_zone });
    const time = { scheduled_at: at, scheduled_local: { local, time_zone } };
    expect(item).toMatchObject(time);
    expect(targetOf(item)).toMatchObject(time);
    expect(localWarnings(item)).toEqual([
      { code, platform: 'twitter', account_id: null, detail: expect.stringContaining(at) },
    ]);
    expect(localWarnings((await read(tenant, item.id)).json)).toEqual(localWarnings(item));
  });

  it('gives every other time without a warning, an hour later or earlier in summer', async () => {
    const tenant = await newTenant();
    const [winter, summer] = [skipped, repeated].sort() as [string, string];
    const noonPlus = (local: string, hours: number) =>
      `${local.slice(0, 10)}T${String(12 + hours).padStart(2, '0')}:00`;
    for (const local of [noonPlus(winter, 0), noonPlus(summer, 0)]) {
      const item = await create(tenant, { local, time_zone });
      expect(localWarnings(item)).toEqual([]);
    }
  });
});

describe('a local time of a request', () => {
  it('is stored as given in the entry, the target, the item and the last schedule', async () => {
    const tenant = await newTenant();
    await create(tenant, GIVEN);
    const time = { scheduled_at: GIVEN_AT, scheduled_local: GIVEN };
    const [item] = stored<Content>('Content');
    expect(stored<ScheduleEntry>('ScheduleEntry')).toMatchObject([{ ...time, due_at: GIVEN_AT }]);
    expect(item).toMatchObject({ ...time, last_schedule: time });
    expect(Object.values(item!.targets)).toMatchObject([time]);
  });

  it('is in the responses of POST and PUT /schedule, and in both lists', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { platforms: ['twitter'] });
    const body = { content_id: id, platforms: ['twitter'], scheduled_at: GIVEN };
    const { json } = await send(tenant, 'schedule.create', { body });
    const time = { scheduled_at: GIVEN_AT, scheduled_local: GIVEN };
    expect([json, (json.entries as Json[])[0]]).toMatchObject([time, time]);
    expect([await entries(tenant), await entries(tenant, { content_id: id })]).toMatchObject([[time], [time]]);
    const gap = { local: '2027-03-28T02:30', time_zone: 'Europe/Berlin' };
    const params = { id: String(json.schedule_id) };
    const moved = await send(tenant, 'schedule.update', { params, body: { scheduled_at: gap } });
    expect(moved.json).toMatchObject({ scheduled_at: '2027-03-28T01:30:00.000Z', scheduled_local: gap });
    expect(localWarnings(moved.json)).toMatchObject([{ code: 'local_time_skipped' }]);
    expect((await send(tenant, 'content.list', {})).json.data).toMatchObject([{ scheduled_local: gap }]);
    expect((await send(tenant, 'content.list', { query: { status: 'scheduled' } })).json.data).toMatchObject([
      { scheduled_local: gap },
    ]);
  });

  it('is validated like that of a creation, without being stored', async () => {
    const tenant = await newTenant();
    const scheduled_at = { local: '2027-10-31T02:30', time_zone: 'Europe/Berlin' };
    const { json } = await send(tenant, 'content.validate', { body: { ...FIELDS, scheduled_at } });
    expect(localWarnings(json)).toMatchObject([{ code: 'local_time_repeated' }]);
  });

  it('is in the zone of the workspace when it names none, and stays there when the workspace changes its zone', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    await send(tenant, 'workspace.update', { body: { time_zone: 'America/New_York' } });
    const item = await create(tenant, { local: GIVEN.local });
    const inNewYork = {
      scheduled_at: '2027-03-20T13:00:00.000Z',
      scheduled_local: { ...GIVEN, time_zone: 'America/New_York' },
    };
    expect(item).toMatchObject(inNewYork);
    expect(await create(other, { local: GIVEN.local })).toMatchObject({
      scheduled_at: '2027-03-20T09:00:00.000Z',
      scheduled_local: { ...GIVEN, time_zone: 'UTC' },
    });
    await send(tenant, 'workspace.update', { body: { time_zone: 'Asia/Tokyo' } });
    expect((await read(tenant, item.id)).json).toMatchObject(inNewYork);
    expect(await put(tenant, item.id, { scheduled_at: { local: GIVEN.local } })).toMatchObject({
      scheduled_at: '2027-03-20T00:00:00.000Z',
    });
  });

  it('moves within another zone, and a repeat changes nothing', async () => {
    const tenant = await newTenant();
    const { id } = await create(tenant, GIVEN);
    const inTokyo = { local: '2027-03-20T17:00', time_zone: 'Asia/Tokyo' };
    const moved = await put(tenant, id, { scheduled_at: inTokyo });
    // The same instant, on another clock.
    expect(moved).toMatchObject({ scheduled_at: GIVEN_AT, scheduled_local: inTokyo });
    const before = storedItems(table);
    expect(await put(tenant, id, { scheduled_at: inTokyo })).toEqual(moved);
    expect(storedItems(table)).toEqual(before);
  });

  it('is cleared by another instant, and kept by the instant that the item has', async () => {
    const tenant = await newTenant();
    const { id } = await create(tenant, GIVEN);
    const before = storedItems(table);
    expect(await put(tenant, id, { scheduled_at: GIVEN_AT })).toMatchObject({ scheduled_local: GIVEN });
    expect(storedItems(table)).toEqual(before);
    const moved = await put(tenant, id, { scheduled_at: '2027-03-21T08:00:00Z' });
    expect([moved, targetOf(moved)]).toMatchObject([{ scheduled_local: null }, { scheduled_local: null }]);
    expect(storedItems(table).some((item) => 'scheduled_local' in item)).toBe(false);
  });

  it('is removed when the item becomes a draft, and can be given again', async () => {
    const tenant = await newTenant();
    const { id } = await create(tenant, GIVEN);
    const time = { scheduled_at: null, scheduled_local: null };
    expect(await put(tenant, id, { status: 'draft' })).toMatchObject(time);
    expect(await put(tenant, id, { scheduled_at: GIVEN })).toMatchObject({ scheduled_local: GIVEN });
  });

  it('is rejected after another change of the item, and moves nothing', async () => {
    const tenant = await newTenant();
    const item = await create(tenant, GIVEN);
    const { headers } = await read(tenant, item.id);
    await put(tenant, item.id, { title: 'Another title' });
    const before = storedItems(table);
    const scheduled_at = { ...GIVEN, local: '2027-03-21T09:00' };
    const request = { params: { id: item.id }, body: { scheduled_at }, headers: { 'if-match': headers.etag! } };
    const late = await callApi('content.update', { token: tenant.token, ...request });
    expect([late.status, storedItems(table)]).toEqual([412, before]);
  });

  it('is one item after a repeat with the same key, also when the workspace has changed its zone between', async () => {
    const tenant = await newTenant();
    const request = {
      body: { ...FIELDS, scheduled_at: { local: GIVEN.local } },
      headers: { 'idempotency-key': 'one' },
    };
    const first = await send(tenant, 'content.create', request);
    await send(tenant, 'workspace.update', { body: { time_zone: 'Asia/Tokyo' } });
    expect((await send(tenant, 'content.create', request)).json).toEqual(first.json);
    expect(stored('Content')).toHaveLength(1);
  });

  it.each([
    ['/scheduled_at/local', 'invalid_local_time', { local: '2027-02-30T09:00' }],
    ['/scheduled_at/local', 'invalid_local_time', { local: '2027-03-20T09:00Z' }],
    ['/scheduled_at/time_zone', 'invalid_time_zone', { local: GIVEN.local, time_zone: 'Mars/Olympus' }],
    ['/scheduled_at/time_zone', 'invalid_time_zone', { local: GIVEN.local, time_zone: '+02:00' }],
    ['/scheduled_at/local', 'required', { time_zone: 'Europe/Berlin' }],
    ['/scheduled_at/offset', 'unknown_field', { local: GIVEN.local, offset: '+02:00' }],
    ['/scheduled_at', 'invalid_union', 1_800_000_000],
    ['/scheduled_at', 'time_in_past', { local: '2027-01-31T09:00', time_zone: 'Europe/Berlin' }],
    ['/scheduled_at', 'time_too_far', { local: '2028-02-03T09:00', time_zone: 'Europe/Berlin' }],
  ])('is 422 at %s with %s, and stores nothing: %j', async (pointer, code, scheduled_at) => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { platforms: ['twitter'] });
    const before = storedItems(table);
    const requests = [
      callApi('content.create', { token: tenant.token, body: { ...FIELDS, scheduled_at } }),
      update(tenant, id, { scheduled_at }),
      callApi('schedule.create', {
        token: tenant.token,
        body: { content_id: id, platforms: ['twitter'], scheduled_at },
      }),
    ];
    for (const answer of await Promise.all(requests)) {
      expectFields(answer, before, pointer);
      expect((answer.json.errors as Json[]).map((each) => each.code)).toEqual([code]);
    }
  });
});

describe('an item that was stored before local times', () => {
  it('has none, in responses and lists', async () => {
    const tenant = await newTenant();
    const { id } = await create(tenant, GIVEN_AT);
    expect(storedItems(table).some((item) => JSON.stringify(item).includes('scheduled_local'))).toBe(false);
    const { json } = await read(tenant, id);
    expect([json, targetOf(json)]).toMatchObject([{ scheduled_local: null }, { scheduled_local: null }]);
    expect(await entries(tenant)).toMatchObject([{ scheduled_local: null }]);
  });
});

describe('the time zone of the workspace', () => {
  it('is UTC until it is set, and 422 for an unknown one', async () => {
    const tenant = await newTenant();
    expect((await send(tenant, 'workspace.get', {})).json.time_zone).toBe('UTC');
    const before = storedItems(table);
    const answer = await callApi('workspace.update', { token: tenant.token, body: { time_zone: 'Mars/Olympus' } });
    expectFields(answer, before, '/time_zone');
    await send(tenant, 'workspace.update', { body: { time_zone: 'Europe/Berlin' } });
    expect((await send(tenant, 'workspace.get', {})).json.time_zone).toBe('Europe/Berlin');
  });

  it('can be set by a key that may not approve while approvals are required, and nothing else', async () => {
    const tenant = await newTenant();
    const { client_id, client_secret } = await newKey(tenant, { permissions: ['team:write'] });
    await setWorkspace(tenant, { approval: 'required' });
    const credentials = { grant_type: 'client_credentials', client_id, client_secret };
    const token = String((await callApi('auth.token', { body: credentials })).json.access_token);
    const change = (body: Json) => callApi('workspace.update', { token, body });
    expect((await change({ time_zone: 'Europe/Berlin' })).json).toMatchObject({ time_zone: 'Europe/Berlin' });
    const both = await change({ time_zone: 'UTC', authors_may_approve: true });
    expect([both.status, both.json.code]).toEqual([403, 'approval_not_permitted']);
  });
});
