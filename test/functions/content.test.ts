import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  advanceTime,
  callApi,
  inSeconds,
  type Json,
  START,
  setupApi,
  storedItems,
  type TestResponse,
} from './api-harness.ts';
import { newContent, PICTURES, PUBLISHED, publishTo, REJECTED } from './resources.ts';
import { newTenant, newToken, type Tenant } from './tenants.ts';

const table = setupApi();

const create = (tenant: Tenant, body: unknown) => callApi('content.create', { token: tenant.token, body });
const update = (tenant: Tenant, id: string, body: unknown) =>
  callApi('content.update', { token: tenant.token, params: { id }, body });
const read = (tenant: Tenant, id: string) => callApi('content.get', { token: tenant.token, params: { id } });
const remove = (tenant: Tenant, id: string) => callApi('content.delete', { token: tenant.token, params: { id } });
const list = (tenant: Tenant, query: Record<string, string> = {}) =>
  callApi('content.list', { token: tenant.token, query });
const entries = async (tenant: Tenant, query: Record<string, string> = {}) =>
  (await callApi('schedule.list', { token: tenant.token, query })).json.scheduled_posts as Json[];

const good = { title: 'A title', platforms: ['twitter'] };

/** Expect a 422 that names exactly these fields, and that nothing was stored. */
function expectFields(answer: TestResponse, before: unknown, ...pointers: string[]): void {
  expect(answer.status, answer.text).toBe(422);
  const errors = answer.json.errors as { pointer: string }[];
  expect([...new Set(errors.map(({ pointer }) => pointer))]).toEqual(pointers);
  expect(storedItems(table)).toEqual(before);
}

describe('POST /content', () => {
  describe('201', () => {
    it('without a time creates a draft, and returns the whole item with its location', async () => {
      const answer = await create(await newTenant(), good);
      expect(answer.status).toBe(201);
      expect(answer.json).toEqual({
        id: expect.stringMatching(/^cnt_[0-9A-Z]{26}$/),
        title: 'A title',
        description: null,
        status: 'draft',
        platforms: ['twitter'],
        accounts: [],
        media: [],
        thread: [],
        first_comment: null,
        platform_options: {},
        scheduled_at: null,
        created_at: START,
        updated_at: START,
        sandbox: false,
        approval: null,
        editable_fields: expect.arrayContaining(['title', 'platforms', 'scheduled_at']),
        available_actions: ['publish', 'schedule', 'cancel', 'submit', 'delete'],
        targets: [],
        warnings: [{ code: 'account_missing', platform: 'twitter', account_id: null, detail: expect.any(String) }],
      });
      expect(answer.headers.location).toBe(`/v1/content/${answer.json.id}`);
    });

    it('returns the same as GET /content/{id}', async () => {
      const tenant = await newTenant();
      const answer = await create(tenant, {
        ...good,
        description: 'Text',
        scheduled_at: inSeconds(60),
        media: [{ url: 'https://example.com/a.jpg', type: 'image', alt: 'An image' }],
        platform_options: { twitter: { text: 'Short' } },
      });
      expect((await read(tenant, String(answer.json.id))).json).toEqual(answer.json);
    });

    it('with a time schedules it for each of its platforms', async () => {
      const tenant = await newTenant();
      const platforms = ['twitter', 'linkedin', 'instagram'];
      const { json } = await create(tenant, {
        ...good,
        media: PICTURES,
        platforms,
        scheduled_at: inSeconds(60),
      });
      expect([json.status, json.scheduled_at]).toEqual(['scheduled', inSeconds(60)]);
      const made = await entries(tenant);
      expect(made.map(({ platform }) => platform).sort()).toEqual([...platforms].sort());
      for (const entry of made) {
        expect(entry).toMatchObject({ content_id: json.id, status: 'pending', scheduled_at: inSeconds(60) });
      }
    });

    it.each([
      ['an offset', '2026-08-03T18:00:00+05:30', '2026-08-03T12:30:00.000Z'],
      ['an offset of minus zero', '2026-08-03T12:30:00-00:00', '2026-08-03T12:30:00.000Z'],
      ['small letters', '2026-08-03t12:30:00z', '2026-08-03T12:30:00.000Z'],
      ['nine fractional digits, never rounded down', '2026-08-03T12:30:00.000000001Z', '2026-08-03T12:30:00.001Z'],
      ['59 seconds ago, as now', '2026-08-03T09:59:31Z', START],
      ['60 seconds ago, as now', '2026-08-03T09:59:30Z', START],
      ['366 days ahead', '2027-08-04T10:00:30Z', '2027-08-04T10:00:30.000Z'],
    ])('accepts a time with %s', async (_, scheduled_at, answered) => {
      const { json, text } = await create(await newTenant(), { ...good, scheduled_at });
      expect(json.scheduled_at, text).toBe(answered);
    });

    it.each([
      ['markup and queries', `<script>alert(1)</script> '; DROP TABLE x; -- \${7*7} #{x} {{y}}`],
      ['characters LinkedIn reserves', String.raw`\|{}@[]()<>#*_~`],
      ['bidirectional marks in other text', `abc \u202edef`],
      ['line breaks and tabs', 'one\n\ttwo'],
      ['emoji joined to families and flags', '👨‍👩‍👧‍👦🇩🇪1️⃣'],
      ['unnormalised accents', 'e\u0301 \u00e9'],
    ])('stores %s unchanged', async (_, text) => {
      const tenant = await newTenant();
      const { json } = await create(tenant, { ...good, title: text, description: text });
      const found = (await read(tenant, String(json.id))).json;
      expect([found.title, found.description]).toEqual([text, text]);
    });

    it('counts a title of 300 emoji as 300 characters', async () => {
      expect((await create(await newTenant(), { ...good, title: '😀'.repeat(300) })).status).toBe(201);
    });

    it('reads a repeated key as its last value', async () => {
      const { token } = await newTenant();
      const text = '{"title":"first","platforms":["twitter"],"title":"last"}';
      expect((await callApi('content.create', { token, text })).json.title).toBe('last');
    });

    it('creates a hundred items for a hundred concurrent requests', async () => {
      const tenant = await newTenant();
      const answers = await Promise.all(Array.from({ length: 100 }, () => create(tenant, good)));
      expect(new Set(answers.map(({ json }) => json.id)).size).toBe(100);
      expect((await list(tenant)).json.pagination).toMatchObject({ total: 100 });
    });
  });

  describe('400', () => {
    it('bytes that the gateway has already replaced are rejected; the same character as an escape is accepted', async () => {
      const { token } = await newTenant();
      const sent = (title: string) => `{"title":"${title}","platforms":["twitter"]}`;
      expect((await callApi('content.create', { token, text: sent('a\ufffd') })).status).toBe(400);
      const escaped = await callApi('content.create', { token, text: sent(String.raw`a\ufffd`) });
      expect([escaped.status, escaped.json.title]).toEqual([201, 'a\ufffd']);
    });
  });

  describe('422', () => {
    it('two invalid fields are both named', async () => {
      const tenant = await newTenant();
      const before = storedItems(table);
      expectFields(await create(tenant, { title: 5, platforms: [] }), before, '/title', '/platforms');
    });

    it('a list of 10,000 wrong platforms returns at most 20 errors', async () => {
      const platforms = Array.from({ length: 10_000 }, () => 'x');
      const answer = await create(await newTenant(), { ...good, platforms });
      expect(answer.status).toBe(422);
      expect((answer.json.errors as unknown[]).length).toBeLessThanOrEqual(20);
    });
  });
});

describe('GET /content/{id}', () => {
  describe('200', () => {
    it('returns the outcome on each platform', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { scheduled_at: inSeconds(60) });
      advanceTime(65_000);
      await publishTo(tenant, id, 'twitter', PUBLISHED);
      await publishTo(tenant, id, 'linkedin', REJECTED);
      const { json } = await read(tenant, id);
      expect(json.status).toBe('partially_published');
      const common = {
        account_id: null,
        sandbox: false,
        schedule_id: expect.stringMatching(/^scd_/),
        scheduled_at: '2026-08-03T10:01:30.000Z',
        timeline_omitted: 0,
      };
      const timeline = (last: string, detail: string | null) => [
        { type: 'scheduled', at: '2026-08-03T10:00:30.000Z', detail: null },
        ...['claimed', 'sent'].map((type) => ({ type, at: '2026-08-03T10:01:35.000Z', detail: null })),
        { type: last, at: '2026-08-03T10:01:35.000Z', detail },
      ];
      expect(json.targets).toEqual(
        expect.arrayContaining([
          {
            ...common,
            platform: 'twitter',
            status: 'published',
            published_at: '2026-08-03T10:01:35.000Z',
            late_by_seconds: 5,
            platform_post_id: '1445880548472328192',
            url: 'https://x.com/i/web/status/1445880548472328192',
            error: null,
            next_check_at: null,
            parts: [],
            timeline: timeline('confirmed', null),
            available_actions: [],
          },
          {
            ...common,
            platform: 'linkedin',
            status: 'failed',
            published_at: null,
            late_by_seconds: null,
            platform_post_id: null,
            url: null,
            error: {
              code: 'duplicate_content',
              message: 'The same text.',
              category: 'content',
              retryable: false,
            },
            next_check_at: null,
            parts: [],
            timeline: timeline('failed', 'duplicate_content'),
            available_actions: ['retry'],
          },
        ]),
      );
    });

    it('returns nothing about how the item is stored', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { scheduled_at: inSeconds(60) });
      const { text } = await read(tenant, id);
      for (const hidden of ['workspace_id', 'version', 'idle_status', '"pk"', 'facet', 'schema']) {
        expect(text).not.toContain(hidden);
      }
    });
  });
});

describe('PUT /content/{id}', () => {
  describe('200', () => {
    it('merges: omitted fields are unchanged', async () => {
      const tenant = await newTenant();
      const made = await newContent(tenant, {
        description: 'Text',
        platform_options: { twitter: { text: 'T' } },
      });
      advanceTime(1_000);
      const answer = await update(tenant, made.id, { title: 'Another' });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ ...made, title: 'Another', updated_at: '2026-08-03T10:00:31.000Z' });
      expect((await read(tenant, made.id)).json).toEqual(answer.json);
    });

    it('schedules a draft, and reschedules a scheduled item', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const timed = await update(tenant, id, { scheduled_at: inSeconds(60) });
      expect(timed.json).toMatchObject({ status: 'scheduled', scheduled_at: inSeconds(60) });
      const moved = await update(tenant, id, { scheduled_at: inSeconds(120) });
      expect(moved.json).toMatchObject({ status: 'scheduled', scheduled_at: inSeconds(120) });
      const times = (await entries(tenant)).map(({ scheduled_at }) => scheduled_at);
      expect(times).toEqual([inSeconds(120), inSeconds(120)]);
    });

    it('with the time that one of two targets has moves the other one', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const schedule = (platform: string, seconds: number) => {
        const body = { content_id: id, platforms: [platform], scheduled_at: inSeconds(seconds) };
        return callApi('schedule.create', { token: tenant.token, body });
      };
      await schedule('twitter', 60);
      await schedule('linkedin', 7200);
      const answer = await update(tenant, id, { scheduled_at: inSeconds(60) });
      expect(answer.json).toMatchObject({ status: 'scheduled', scheduled_at: inSeconds(60) });
      const times = (await entries(tenant)).map(({ scheduled_at }) => scheduled_at);
      expect(times).toEqual([inSeconds(60), inSeconds(60)]);
    });

    it.each(['draft', 'cancelled'])('to %s cancels pending entries', async (status) => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { scheduled_at: inSeconds(60) });
      const answer = await update(tenant, id, { status });
      expect(answer.json).toMatchObject({ status, scheduled_at: null });
      expect(await entries(tenant)).toEqual([]);
      const cancelled = await entries(tenant, { status: 'cancelled' });
      expect(cancelled.map(({ platform }) => platform).sort()).toEqual(['linkedin', 'twitter']);
    });

    it.each([
      ['draft', {}],
      ['scheduled', { scheduled_at: '2026-08-03T11:00:00.000Z' }],
    ])('to the same status %s changes nothing', async (status, fields) => {
      const tenant = await newTenant();
      const made = await newContent(tenant, fields);
      const before = storedItems(table);
      advanceTime(1_000);
      const answer = await update(tenant, made.id, { status });
      expect([answer.status, answer.json]).toEqual([200, made]);
      expect(storedItems(table)).toEqual(before);
    });

    it('publishes immediately, and returns published once every platform has confirmed', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { scheduled_at: inSeconds(3600) });
      const waiting = update(tenant, id, { status: 'published' });
      await until(async () => (await entries(tenant)).every((entry) => entry.scheduled_at === START));
      await publishTo(tenant, id, 'twitter', PUBLISHED);
      await publishTo(tenant, id, 'linkedin', PUBLISHED);
      const answer = await waiting;
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({ id, title: 'A title', status: 'published' });
      // Four changes in one millisecond of the clock, each later than the one before it.
      expect(String(answer.json.updated_at) > START).toBe(true);
    });

    it('publishes a draft to each of its platforms, with the text of the request', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const waiting = update(tenant, id, { status: 'published', title: 'Last words' });
      await until(async () => (await entries(tenant)).length === 2);
      await publishTo(tenant, id, 'twitter', PUBLISHED);
      await publishTo(tenant, id, 'linkedin', REJECTED);
      const answer = await waiting;
      expect([answer.status, answer.json.status]).toEqual([200, 'partially_published']);
      expect(answer.json.title).toBe('Last words');
    });

    it('to published again has no effect', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { scheduled_at: inSeconds(0) });
      await publishTo(tenant, id, 'twitter', PUBLISHED);
      await publishTo(tenant, id, 'linkedin', PUBLISHED);
      const before = storedItems(table);
      const answer = await update(tenant, id, { status: 'published' });
      expect([answer.status, answer.json.status]).toEqual([200, 'published']);
      expect(storedItems(table)).toEqual(before);
    });

    it('preserves both of two concurrent changes', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const answers = await Promise.all([
        update(tenant, id, { title: 'One' }),
        update(tenant, id, { description: 'Two' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect((await read(tenant, id)).json).toMatchObject({ title: 'One', description: 'Two' });
    });

    it('allows a caller with content:publish alone to publish', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(3600) });
      const token = await newToken(tenant, ['content:publish']);
      const waiting = callApi('content.update', { token, params: { id }, body: { status: 'published' } });
      await until(async () => (await entries(tenant)).every((entry) => entry.scheduled_at === START));
      await publishTo(tenant, id, 'twitter', PUBLISHED);
      expect((await waiting).status).toBe(200);
    });
  });

  describe('202', () => {
    it('is publishing while a platform has not responded within 20 s', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { scheduled_at: inSeconds(3600) });
      const waiting = update(tenant, id, { status: 'published' });
      await until(async () => (await entries(tenant)).every((entry) => entry.scheduled_at === START));
      await sleep(20);
      advanceTime(20_000);
      const answer = await waiting;
      expect([answer.status, answer.json.status, answer.json.id]).toEqual([202, 'publishing', id]);
    });
  });

  describe('403', () => {
    it.each([
      ['another field', { title: 'x' }],
      ['another field beside it', { status: 'published', title: 'x' }],
      ['another status', { status: 'cancelled' }],
    ])('a caller with content:publish alone may not change %s', async (_, body) => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const token = await newToken(tenant, ['content:publish']);
      const before = storedItems(table);
      const answer = await callApi('content.update', { token, params: { id }, body });
      expect(answer.status).toBe(403);
      expect(answer.json.required_permissions).toEqual(['content:write']);
      expect(answer.headers['x-accepted-permissions']).toBe('content:write');
      expect(storedItems(table)).toEqual(before);
    });
  });

  describe('409', () => {
    it.each(['pending_approval', 'approved', 'failed', 'publishing', 'unconfirmed', 'partially_published'])(
      'a draft does not become %s by an update of its status',
      async (status) => {
        const tenant = await newTenant();
        const { id } = await newContent(tenant);
        const before = storedItems(table);
        const answer = await update(tenant, id, { status });
        expect([answer.status, answer.json.code]).toEqual([409, 'invalid_state_transition']);
        expect(answer.json).toMatchObject({
          current: 'draft',
          requested: status,
          allowed: expect.arrayContaining(['published']),
        });
        expect(storedItems(table)).toEqual(before);
      },
    );

    it.each(['draft', 'cancelled', 'scheduled'])('a published item does not become %s', async (status) => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(0) });
      await publishTo(tenant, id, 'twitter', PUBLISHED);
      const answer = await update(tenant, id, { status });
      expect(answer.status).toBe(409);
      expect(answer.json).toMatchObject({
        code: 'invalid_state_transition',
        current: 'published',
        requested: status,
      });
    });

    it.each([
      ['publishing', 'claimed'],
      ['publishing', 'sending'],
      ['published', PUBLISHED],
    ] as const)('the text of an item that is %s cannot be changed', async (status, step) => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(0) });
      await publishTo(tenant, id, 'twitter', step);
      for (const body of [{ title: 'New' }, { description: 'New' }, { platform_options: { twitter: { text: 'N' } } }]) {
        const answer = await update(tenant, id, body);
        expect(answer.status, JSON.stringify(body)).toBe(409);
        expect(answer.json.current).toBe(status);
      }
    });

    it('the time of an item that is publishing cannot be changed', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(0) });
      await publishTo(tenant, id, 'twitter', 'sending');
      expect((await update(tenant, id, { scheduled_at: inSeconds(600) })).status).toBe(409);
    });
  });

  describe('422', () => {
    it.each([
      ['an empty body', {}, ''],
      ['an unknown field', { title: 'x', colour: 'red' }, '/colour'],
      ['an unknown status', { status: 'gone' }, '/status'],
      ['a null description', { description: null }, '/description'],
      ['an impossible time', { scheduled_at: '2027-02-29T00:00:00Z' }, '/scheduled_at'],
      ['a past time', { scheduled_at: '2026-08-03T09:00:00Z' }, '/scheduled_at'],
      ['scheduled without a time', { status: 'scheduled' }, '/scheduled_at'],
      ['a time to publish now', { status: 'published', scheduled_at: '2026-08-03T11:00:00Z' }, '/scheduled_at'],
    ])('%s is rejected, and nothing changes', async (_, body, pointer) => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const before = storedItems(table);
      expectFields(await update(tenant, id, body), before, pointer);
    });
  });
});

describe('DELETE /content/{id}', () => {
  describe('200', () => {
    it('deletes the item: it is 404 afterwards, and deleting it again is 404', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const answer = await remove(tenant, id);
      expect([answer.status, answer.json]).toEqual([200, { success: true, message: expect.any(String) }]);
      expect((await read(tenant, id)).status).toBe(404);
      expect((await remove(tenant, id)).status).toBe(404);
      expect((await update(tenant, id, { title: 'x' })).status).toBe(404);
      expect((await list(tenant)).json).toMatchObject({ data: [], pagination: { total: 0 } });
    });

    it('cancels pending entries', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { scheduled_at: inSeconds(60) });
      await remove(tenant, id);
      expect(await entries(tenant)).toEqual([]);
      expect(await entries(tenant, { status: 'cancelled' })).toHaveLength(2);
    });

    it('leaves published posts on the platform', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(0) });
      await publishTo(tenant, id, 'twitter', PUBLISHED);
      expect((await remove(tenant, id)).status).toBe(200);
      expect(await entries(tenant, { status: 'published' })).toHaveLength(1);
    });
  });

  describe('409', () => {
    it.each(['claimed', 'sending'] as const)('an item that is %s cannot be deleted', async (step) => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { scheduled_at: inSeconds(0) });
      await publishTo(tenant, id, 'twitter', step);
      const before = storedItems(table);
      const answer = await remove(tenant, id);
      expect([answer.status, answer.json.current]).toEqual([409, 'publishing']);
      expect(storedItems(table)).toEqual(before);
    });
  });
});

describe('GET /content', () => {
  const titles = ({ json }: TestResponse) => (json.data as Json[]).map(({ title }) => title);
  const several = async (tenant: Tenant) => {
    await newContent(tenant, { title: 'draft on twitter', platforms: ['twitter'] });
    advanceTime(1_000);
    await newContent(tenant, { title: 'draft on both', platforms: ['linkedin', 'twitter'] });
    advanceTime(1_000);
    const scheduled_at = inSeconds(60);
    await newContent(tenant, { title: 'scheduled on instagram', platforms: ['instagram'], scheduled_at });
  };

  describe('200', () => {
    it('lists newest first', async () => {
      const tenant = await newTenant();
      await several(tenant);
      expect(titles(await list(tenant))).toEqual(['scheduled on instagram', 'draft on both', 'draft on twitter']);
    });

    it.each([
      [{ status: 'draft' }, ['draft on both', 'draft on twitter']],
      [{ status: 'published' }, []],
      [{ platform: 'twitter' }, ['draft on both', 'draft on twitter']],
      [{ platform: 'linkedin' }, ['draft on both']],
      [{ platform: 'instagram', status: 'draft' }, []],
      [{ platform: 'instagram', status: 'scheduled' }, ['scheduled on instagram']],
      [{ from: '2026-08-03T10:00:31.000Z' }, ['scheduled on instagram', 'draft on both']],
      [{ to: '2026-08-03T10:00:31.000Z' }, ['draft on twitter']],
      [{ from: '2026-08-03T10:00:31Z', to: '2026-08-03T10:00:32Z' }, ['draft on both']],
      [{ from: '2026-08-03T12:00:31+02:00', to: '2026-08-03T12:00:32 02:00' }, ['draft on both']],
      [{ from: '1969-12-31T23:59:59Z', platform: 'linkedin' }, ['draft on both']],
      [{ from: '9999-12-31T23:59:59Z' }, []],
    ])('filtered by %j lists only matching items, and counts them', async (query, expected) => {
      const tenant = await newTenant();
      await several(tenant);
      const answer = await list(tenant, query);
      expect(answer.status, answer.text).toBe(200);
      expect(titles(answer)).toEqual(expected);
      expect(answer.json.pagination).toMatchObject({ total: expected.length, has_more: false });
    });

    it('lists an item under its new status after a transition', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(0) });
      await publishTo(tenant, id, 'twitter', 'claimed');
      expect((await list(tenant, { status: 'scheduled' })).json.pagination).toMatchObject({ total: 0 });
      expect(titles(await list(tenant, { status: 'publishing' }))).toEqual(['A title']);
    });

    it('lists nothing of another workspace', async () => {
      const [one, other] = [await newTenant(), await newTenant()];
      await several(one);
      expect((await list(other)).json).toMatchObject({ data: [], pagination: { total: 0 } });
    });
  });

  describe('400', () => {
    it.each([
      ['status', 'gone'],
      ['platform', 'Twitter'],
      ['from', 'yesterday'],
      ['from', '2026-02-30T00:00:00Z'],
      ['to', '2026-08-03'],
      ['page', '0'],
      ['page', '-1'],
      ['page', '1.5'],
      ['per_page', '0'],
      ['per_page', '101'],
      ['limit', '0'],
      ['limit', '101'],
      ['limit', 'many'],
      ['cursor', ''],
      ['sort', 'title'],
    ])('rejects %s=%s, naming the parameter', async (name, value) => {
      const answer = await list(await newTenant(), { [name]: value });
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid_query']);
      expect(answer.json.errors).toContainEqual(expect.objectContaining({ pointer: name }));
    });

    it('rejects a range that ends before it begins', async () => {
      const query = { from: '2026-08-03T10:00:00Z', to: '2026-08-03T09:59:59Z' };
      expect((await list(await newTenant(), query)).status).toBe(400);
    });
  });
});

/** Wait, in real time, until an effect of another request is visible. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let time = 0; time < 500; time++) {
    if (await isSo()) return;
    await sleep(5);
  }
  throw new Error('It did not happen.');
}
