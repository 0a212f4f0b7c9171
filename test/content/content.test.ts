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
} from '../functions/api-harness.ts';
import { entries, expectFields, update } from '../functions/given/content.ts';
import { PUBLISHED, publishTo, REJECTED } from '../functions/publish-step.ts';
import { newContent, PICTURES } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

const table = setupApi();
const create = (tenant: Tenant, body: unknown) => callApi('content.create', { token: tenant.token, body });
const read = (tenant: Tenant, id: string) => callApi('content.get', { token: tenant.token, params: { id } });
const remove = (tenant: Tenant, id: string) => callApi('content.delete', { token: tenant.token, params: { id } });

const list = (tenant: Tenant, query: Record<string, string> = {}) =>
  callApi('content.list', { token: tenant.token, query });

const good = { title: 'A title', platforms: ['twitter'] };

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
        labels: [],
        campaign: null,
        metadata: {},
        agents: [],
        media: [],
        thread: [],
        first_comment: null,
        platform_options: {},
        scheduled_at: null,
        scheduled_local: null,
        queue: null,
        recurrence: null,
        created_at: START,
        updated_at: START,
        sandbox: false,
        approval: null,
        link_cards: null,
        published_texts: [],
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
        retry_may_duplicate: false,
        schedule_id: expect.stringMatching(/^scd_/),
        scheduled_at: '2026-08-03T10:01:30.000Z',
        scheduled_local: null,
        timeline_omitted: 0,
        halt: null,
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
