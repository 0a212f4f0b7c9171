import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, inSeconds, type Json, START, setupApi, storedItems } from '../functions/api-harness.ts';
import { PUBLISHED, publishTo, REJECTED } from '../functions/publish-step.ts';
import { newContent, newEntry } from '../functions/resources.ts';
import { newId, newTenant, type Tenant } from '../functions/tenants.ts';

const table = setupApi();

const create = (tenant: Tenant, body: unknown) => callApi('schedule.create', { token: tenant.token, body });
const cancel = (tenant: Tenant, id: string) => callApi('schedule.cancel', { token: tenant.token, params: { id } });
const list = (tenant: Tenant, query: Record<string, string> = {}) =>
  callApi('schedule.list', { token: tenant.token, query });
const read = (tenant: Tenant, id: string) => callApi('content.get', { token: tenant.token, params: { id } });
const posts = (answer: { json: Json }) => answer.json.scheduled_posts as (Json & { id: string })[];

describe('POST /schedule', () => {
  describe('201', () => {
    it('creates one entry per platform, returns the request as scheduled and the entries as pending', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const scheduled_at = inSeconds(3600);
      const answer = await create(tenant, {
        content_id: id,
        platforms: ['twitter', 'linkedin'],
        scheduled_at,
      });
      expect(answer.status, answer.text).toBe(201);
      const entry = (platform: string) => ({
        id: expect.stringMatching(/^scd_[0-9A-Z]{26}$/),
        content_id: id,
        title: 'A title',
        group_id: answer.json.group_id,
        platform,
        account_id: null,
        sandbox: false,
        scheduled_at,
        scheduled_local: null,
        halt: null,
        status: 'pending',
        published_at: null,
        late_by_seconds: null,
        platform_post_id: null,
        url: null,
        queue: null,
        error: null,
      });
      expect(answer.json).toEqual({
        schedule_id: (answer.json.entries as Json[])[0]!.id,
        status: 'scheduled',
        platforms: ['twitter', 'linkedin'],
        content_id: id,
        scheduled_at,
        scheduled_local: null,
        group_id: expect.stringMatching(/^grp_/),
        entries: [entry('twitter'), entry('linkedin')],
        warnings: ['twitter', 'linkedin'].map((platform) => {
          return { code: 'account_missing', platform, account_id: null, detail: expect.any(String) };
        }),
      });
    });

    it('returns the id of an entry that the list contains', async () => {
      const tenant = await newTenant();
      const { schedule_id } = await newEntry(tenant);
      expect(posts(await list(tenant)).map(({ id }) => id)).toContain(schedule_id);
    });

    it('changes the item to scheduled', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      await create(tenant, { content_id: id, platforms: ['linkedin'], scheduled_at: inSeconds(60) });
      const { json } = await read(tenant, id);
      expect(json).toMatchObject({ status: 'scheduled', scheduled_at: inSeconds(60) });
      expect(json.targets).toEqual([expect.objectContaining({ platform: 'linkedin', status: 'pending' })]);
    });

    it('schedules the platforms of one item at different times', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      await create(tenant, { content_id: id, platforms: ['twitter'], scheduled_at: inSeconds(120) });
      const second = await create(tenant, {
        content_id: id,
        platforms: ['linkedin'],
        scheduled_at: inSeconds(60),
      });
      expect(second.status).toBe(201);
      expect((await read(tenant, id)).json.scheduled_at).toBe(inSeconds(60));
    });

    it('schedules a platform that rejected the post again', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(0) });
      await publishTo(tenant, id, 'twitter', REJECTED);
      const again = await create(tenant, {
        content_id: id,
        platforms: ['twitter'],
        scheduled_at: inSeconds(60),
      });
      expect(again.status).toBe(201);
      expect((await read(tenant, id)).json.status).toBe('scheduled');
    });

    it('accepts a time 60 seconds ago as now', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const body = { content_id: id, platforms: ['twitter'], scheduled_at: inSeconds(-60) };
      expect((await create(tenant, body)).json.scheduled_at).toBe(START);
    });
  });

  describe('404', () => {
    it('for an item of another workspace and for an unknown one, with the same response, and nothing is written', async () => {
      const [owner, stranger] = [await newTenant(), await newTenant()];
      const { id } = await newContent(owner);
      const before = storedItems(table);
      const askFor = async (content_id: string) => {
        const body = { content_id, platforms: ['twitter'], scheduled_at: inSeconds(60) };
        const headers = { 'content-type': 'application/json', 'x-request-id': 'same' };
        const { status, text } = await callApi('schedule.create', { token: stranger.token, body, headers });
        return { status, text };
      };
      const foreign = await askFor(id);
      expect(foreign.status).toBe(404);
      for (const other of [newId('content'), 'nonsense', 'cnt_#', '']) {
        expect(await askFor(other)).toEqual(foreign);
      }
      expect(storedItems(table)).toEqual(before);
    });
  });

  describe('409', () => {
    it.each([
      ['pending', null],
      ['publishing', 'claimed'],
      ['publishing', 'sending'],
      ['published', PUBLISHED],
    ] as const)('while an entry of the platform is %s (%s), with its id, and nothing is written', async (_, step) => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { platforms: ['twitter'] });
      const body = { content_id: id, platforms: ['twitter'], scheduled_at: inSeconds(0) };
      const first = await create(tenant, body);
      if (step) await publishTo(tenant, id, 'twitter', step);
      const before = storedItems(table);
      const second = await create(tenant, body);
      expect(second.status).toBe(409);
      expect(second.json).toMatchObject({ schedule_id: first.json.schedule_id, platform: 'twitter' });
      expect(storedItems(table)).toEqual(before);
    });

    it('of two concurrent requests for the same platform, one creates the entry', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { platforms: ['twitter'] });
      const body = { content_id: id, platforms: ['twitter'], scheduled_at: inSeconds(60) };
      const answers = await Promise.all([create(tenant, body), create(tenant, body)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(posts(await list(tenant))).toHaveLength(1);
    });
  });

  describe('422', () => {
    it.each([
      ['no item', { content_id: undefined }, '/content_id'],
      ['an item that is a number', { content_id: 5 }, '/content_id'],
      ['no platforms', { platforms: undefined }, '/platforms'],
      ['an empty list of platforms', { platforms: [] }, '/platforms'],
      ['a platform twice', { platforms: ['twitter', 'twitter'] }, '/platforms'],
      ["a platform that is not the item's", { platforms: ['instagram'] }, '/platforms'],
      ['no time', { scheduled_at: undefined }, '/scheduled_at'],
      ['an impossible time', { scheduled_at: '2027-02-29T10:00:00Z' }, '/scheduled_at'],
      ['an empty time', { scheduled_at: '' }, '/scheduled_at'],
      ['61 seconds ago', { scheduled_at: '2026-08-03T09:59:29Z' }, '/scheduled_at'],
      ['367 days ahead', { scheduled_at: '2027-08-05T10:00:31Z' }, '/scheduled_at'],
    ])('%s is rejected, naming the field, and nothing is written', async (_, fields, pointer) => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const before = storedItems(table);
      const good = { content_id: id, platforms: ['twitter'], scheduled_at: inSeconds(60) };
      const answer = await create(tenant, { ...good, ...fields });
      expect(answer.status, answer.text).toBe(422);
      expect((answer.json.errors as Json[]).map((error) => error.pointer)).toEqual([pointer]);
      expect(storedItems(table)).toEqual(before);
    });
  });
});

describe('GET /schedule', () => {
  describe('200', () => {
    /** An item to twitter in 3 h and linkedin in 1 h, and another to twitter in 2 h. */
    const several = async (tenant: Tenant) => {
      const one = await newContent(tenant);
      const two = await newContent(tenant, { description: 'Two' });
      const add = (content_id: string, platform: string, hours: number) =>
        create(tenant, { content_id, platforms: [platform], scheduled_at: inSeconds(hours * 3600) });
      await add(one.id, 'twitter', 3);
      await add(one.id, 'linkedin', 1);
      await add(two.id, 'twitter', 2);
      return one.id;
    };
    const hours = (answer: { json: Json }) =>
      posts(answer).map(({ scheduled_at }) => (Date.parse(String(scheduled_at)) - Date.now()) / 3_600_000);

    it('names the item of each entry, with null for one whose item is deleted', async () => {
      const tenant = await newTenant();
      const [present, deleted] = [
        await newContent(tenant, { title: 'First' }),
        await newContent(tenant, { title: 'Second' }),
      ];
      for (const { id } of [present, deleted]) {
        await create(tenant, { content_id: id, platforms: ['twitter'], scheduled_at: inSeconds(3600) });
      }
      await callApi('content.delete', { token: tenant.token, params: { id: deleted.id } });
      const titles = async (query: Record<string, string>) =>
        posts(await list(tenant, query)).map(({ title }) => title);
      expect(await titles({})).toEqual(['First']);
      expect(await titles({ status: 'cancelled' })).toEqual([null]);
    });

    it('lists soonest first', async () => {
      const tenant = await newTenant();
      await several(tenant);
      expect(hours(await list(tenant))).toEqual([1, 2, 3]);
    });

    it.each([
      [{ platform: 'twitter' }, [2, 3]],
      [{ platform: 'instagram' }, []],
      [{ status: 'pending' }, [1, 2, 3]],
      [{ status: 'published' }, []],
      [{ from: '2026-08-03T12:00:30Z' }, [2, 3]],
      [{ to: '2026-08-03T12:00:30Z' }, [1]],
      [{ from: '2026-08-03T12:00:30Z', to: '2026-08-03T13:00:30Z', platform: 'twitter' }, [2]],
      [{ from: '2026-08-03T14:00:30+02:00', to: '2026-08-03T15:00:30 02:00' }, [2]],
      [{ from: '1969-12-31T23:59:59Z', to: '9999-12-31T23:59:59Z' }, [1, 2, 3]],
    ])('filtered by %j lists only matching entries, and counts them', async (query, expected) => {
      const tenant = await newTenant();
      await several(tenant);
      const answer = await list(tenant, query);
      expect(answer.status, answer.text).toBe(200);
      expect(hours(answer)).toEqual(expected);
      expect(answer.json.pagination).toMatchObject({ total: expected.length, has_more: false });
    });

    it('filtered by an item lists its entries, and those of one platform or time on request', async () => {
      const tenant = await newTenant();
      const content_id = await several(tenant);
      expect(hours(await list(tenant, { content_id }))).toEqual([1, 3]);
      expect(hours(await list(tenant, { content_id, platform: 'twitter' }))).toEqual([3]);
      expect(hours(await list(tenant, { content_id, to: inSeconds(7200) }))).toEqual([1]);
      expect(hours(await list(tenant, { content_id, status: 'cancelled' }))).toEqual([]);
    });

    it.each([
      ["another workspace's", null],
      ['unknown', 'cnt_01K00000000000000000000000'],
      ['malformed', 'cnt_#'],
    ])('filtered by an item that is %s lists nothing', async (_, id) => {
      const [owner, stranger] = [await newTenant(), await newTenant()];
      const content_id = id ?? (await several(owner));
      const { json } = await list(stranger, { content_id });
      expect(json).toMatchObject({ scheduled_posts: [], pagination: { total: 0 } });
    });

    it('without a status lists the unfinished entries: pending and publishing', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, {
        platforms: ['twitter', 'linkedin', 'instagram'],
        scheduled_at: inSeconds(0),
      });
      await publishTo(tenant, id, 'twitter', 'sending');
      await publishTo(tenant, id, 'linkedin', PUBLISHED);
      const open = posts(await list(tenant)).map(({ platform, status }) => [platform, status]);
      expect(open.sort()).toEqual([
        ['instagram', 'pending'],
        ['twitter', 'publishing'],
      ]);
      const published = await list(tenant, { status: 'published' });
      expect(posts(published)).toEqual([
        expect.objectContaining({
          platform: 'linkedin',
          url: PUBLISHED.outcome === 'published' && PUBLISHED.url,
        }),
      ]);
    });

    it('lists nothing of another workspace', async () => {
      const [one, other] = [await newTenant(), await newTenant()];
      await several(one);
      expect((await list(other)).json).toMatchObject({ scheduled_posts: [], pagination: { total: 0 } });
    });
  });

  describe('400', () => {
    it.each([
      ['status', 'scheduled'],
      ['platform', 'myspace'],
      ['from', '2026-02-30T00:00:00Z'],
      ['to', 'tomorrow'],
      ['limit', '101'],
      ['per_page', '0'],
      ['content_id', 'c'.repeat(65)],
    ])('rejects %s=%s, naming the parameter', async (name, value) => {
      const answer = await list(await newTenant(), { [name]: value });
      expect(answer.status).toBe(400);
      expect(answer.json.errors).toContainEqual(expect.objectContaining({ pointer: name }));
    });

    it('rejects a range that ends before it begins', async () => {
      const query = { from: '2026-08-03T10:00:00Z', to: '2026-08-03T09:59:59Z' };
      expect((await list(await newTenant(), query)).status).toBe(400);
    });
  });
});

describe('DELETE /schedule/{id}', () => {
  describe('200', () => {
    it('cancels the entry, and the item is a draft again when it has no other pending entry', async () => {
      const tenant = await newTenant();
      const { schedule_id, content_id } = await newEntry(tenant);
      const answer = await cancel(tenant, schedule_id);
      expect([answer.status, answer.json]).toEqual([200, { success: true, message: expect.any(String) }]);
      expect(posts(await list(tenant))).toEqual([]);
      expect(posts(await list(tenant, { status: 'cancelled' })).map(({ id }) => id)).toEqual([schedule_id]);
      expect((await read(tenant, String(content_id))).json).toMatchObject({
        status: 'draft',
        scheduled_at: null,
      });
    });

    it('leaves the other platforms of the item scheduled', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { scheduled_at: inSeconds(60) });
      const [first, second] = posts(await list(tenant));
      await cancel(tenant, first!.id);
      expect(posts(await list(tenant)).map((entry) => entry.id)).toEqual([second!.id]);
      expect((await read(tenant, id)).json.status).toBe('scheduled');
    });

    it('twice is no error and changes nothing more', async () => {
      const tenant = await newTenant();
      const { schedule_id } = await newEntry(tenant);
      await cancel(tenant, schedule_id);
      const before = storedItems(table);
      advanceTime(1_000);
      expect((await cancel(tenant, schedule_id)).status).toBe(200);
      expect(storedItems(table)).toEqual(before);
    });

    it('releases the platform for another time', async () => {
      const tenant = await newTenant();
      const { schedule_id, content_id } = await newEntry(tenant);
      await cancel(tenant, schedule_id);
      const body = { content_id, platforms: ['twitter'], scheduled_at: inSeconds(60) };
      expect((await create(tenant, body)).status).toBe(201);
    });
  });

  describe('409', () => {
    it.each([
      ['publishing', 'claimed'],
      ['publishing', 'sending'],
      ['published', PUBLISHED],
      ['failed', REJECTED],
    ] as const)('an entry that is %s (%s) cannot be cancelled', async (status, step) => {
      const tenant = await newTenant();
      const { schedule_id, content_id } = await newEntry(tenant, 0);
      await publishTo(tenant, String(content_id), 'twitter', step);
      const before = storedItems(table);
      const answer = await cancel(tenant, schedule_id);
      expect(answer.status).toBe(409);
      expect(answer.json).toMatchObject({ current: status, requested: 'cancelled', allowed: [] });
      expect(storedItems(table)).toEqual(before);
    });

    it('a published entry cannot be cancelled, even when its item has been deleted', async () => {
      const tenant = await newTenant();
      const { schedule_id, content_id } = await newEntry(tenant, 0);
      await publishTo(tenant, String(content_id), 'twitter', PUBLISHED);
      await callApi('content.delete', { token: tenant.token, params: { id: String(content_id) } });
      const answer = await cancel(tenant, schedule_id);
      expect([answer.status, answer.json.current]).toEqual([409, 'published']);
    });
  });
});
