import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, inSeconds, START, setupApi, storedItems } from '../functions/api-harness.ts';
import { entries, expectFields, until, update } from '../functions/given/content.ts';
import { PUBLISHED, publishTo, REJECTED } from '../functions/publish-step.ts';
import { newAccount, newContent, newMember } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';

const table = setupApi();
const read = (tenant: Tenant, id: string) => callApi('content.get', { token: tenant.token, params: { id } });

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

    it('changes nothing, and revokes no approval, with platforms and accounts in another order', async () => {
      const tenant = await newTenant();
      const accounts = [await newAccount(tenant), await newAccount(tenant, { external_id: '2' })].map(({ id }) => id);
      const { id } = await newContent(tenant, { platforms: ['twitter', 'bluesky'], accounts });
      const { token: reviewer } = await newMember(tenant, 'approver');
      await callApi('content.submit', { token: tenant.token, params: { id }, body: {} });
      await callApi('content.approve', { token: reviewer, params: { id }, body: {} });
      const before = await read(tenant, id);
      const again = await update(tenant, id, { platforms: ['bluesky', 'twitter'], accounts: accounts.toReversed() });
      expect(again.json).toEqual(before.json);
      expect(again.json.status).toBe('approved');
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
      let isOver = false;
      void waiting.finally(() => {
        isOver = true;
      });
      while (!isOver) {
        await sleep(20);
        advanceTime(20_000);
      }
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
