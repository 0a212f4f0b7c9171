import { describe, expect, it } from 'vitest';
import { callApi, inSeconds, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import { entries, expectFields } from '../functions/given/content.ts';
import { PUBLISHED, publishTo, REJECTED } from '../functions/publish-step.ts';
import { newContent, newEntry } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

const table = setupApi();

const DAY = 86_400;

const move = (tenant: Tenant, id: string, scheduled_at: string, headers: Record<string, string> = {}) => {
  const contentType = { 'content-type': 'application/json' };
  const request = { params: { id }, body: { scheduled_at }, headers: { ...contentType, ...headers } };
  return callApi('schedule.update', { token: tenant.token, ...request });
};
const read = (tenant: Tenant, id: string) => callApi('content.get', { token: tenant.token, params: { id } });
const timesOf = (item: Json) =>
  Object.fromEntries((item.targets as Json[]).map((target) => [target.platform, target.scheduled_at]));

/** Schedule an item on X in one day, and on LinkedIn in two. */
async function twoDays(tenant: Tenant) {
  const { id } = await newContent(tenant, { platforms: ['twitter', 'linkedin'] });
  const schedule = async (platform: string, days: number) => {
    const body = { content_id: id, platforms: [platform], scheduled_at: inSeconds(days * DAY) };
    return String((await callApi('schedule.create', { token: tenant.token, body })).json.schedule_id);
  };
  return { id, twitter: await schedule('twitter', 1), linkedin: await schedule('linkedin', 2) };
}

describe('PUT /schedule/{id}', () => {
  describe('200', () => {
    it('moves the entry, and no other target of its item', async () => {
      const tenant = await newTenant();
      const { id, twitter } = await twoDays(tenant);
      const { status, json, headers } = await move(tenant, twitter, inSeconds(3 * DAY));
      expect([status, json]).toMatchObject([200, { id: twitter, status: 'pending', scheduled_at: inSeconds(3 * DAY) }]);
      const item = await read(tenant, id);
      expect(timesOf(item.json)).toEqual({ twitter: inSeconds(3 * DAY), linkedin: inSeconds(2 * DAY) });
      expect([item.json.scheduled_at, item.headers.etag]).toEqual([inSeconds(2 * DAY), headers.etag]);
    });

    it('returns the entry that the list has, with the warnings of its target', async () => {
      const tenant = await newTenant();
      const { schedule_id } = await newEntry(tenant);
      const { json } = await move(tenant, schedule_id, inSeconds(DAY));
      const { warnings, ...entry } = json;
      expect(await entries(tenant)).toEqual([
        { ...entry, recurrence: null, labels: [], campaign: null, thumbnail: null },
      ]);
      expect(warnings).toMatchObject([{ code: 'account_missing', platform: 'twitter' }]);
    });

    it('takes the time with any offset, and a time of the last minute as now', async () => {
      const tenant = await newTenant();
      const { schedule_id } = await newEntry(tenant);
      expect((await move(tenant, schedule_id, '2026-08-03T14:00:30+02:00')).json.scheduled_at).toBe(inSeconds(7200));
      expect((await move(tenant, schedule_id, inSeconds(-59))).json.scheduled_at).toBe(inSeconds(0));
    });

    it('changes nothing when the entry has this time', async () => {
      const tenant = await newTenant();
      const { schedule_id } = await newEntry(tenant);
      const before = storedItems(table);
      expect((await move(tenant, schedule_id, inSeconds(3600))).status).toBe(200);
      expect(storedItems(table)).toEqual(before);
    });
  });

  describe('422', () => {
    it.each([
      ['in the past', -61],
      ['more than 366 days ahead', 366 * DAY + 1],
    ])('a time that is %s changes nothing', async (_, seconds) => {
      const tenant = await newTenant();
      const { schedule_id } = await newEntry(tenant);
      const before = storedItems(table);
      expectFields(await move(tenant, schedule_id, inSeconds(seconds)), before, '/scheduled_at');
    });
  });

  describe('409', () => {
    it.each([
      ['publishing', 'claimed'],
      ['publishing', 'sending'],
      ['unconfirmed', 'unconfirmed'],
      ['published', PUBLISHED],
      ['failed', REJECTED],
    ] as const)('an entry that is %s (%s) is not moved', async (status, step) => {
      const tenant = await newTenant();
      const { schedule_id, content_id } = await newEntry(tenant, 0);
      await publishTo(tenant, String(content_id), 'twitter', step);
      const before = storedItems(table);
      const answer = await move(tenant, schedule_id, inSeconds(DAY));
      expect([answer.status, answer.json]).toMatchObject([
        409,
        { code: 'invalid_state_transition', current: status, requested: 'pending', allowed: [] },
      ]);
      expect(storedItems(table)).toEqual(before);
    });

    it('a cancelled entry is not moved', async () => {
      const tenant = await newTenant();
      const { schedule_id } = await newEntry(tenant);
      await callApi('schedule.cancel', { token: tenant.token, params: { id: schedule_id } });
      expect((await move(tenant, schedule_id, inSeconds(DAY))).json.current).toBe('cancelled');
    });
  });

  describe('412', () => {
    it('an entry whose item has changed since it was read is not moved', async () => {
      const tenant = await newTenant();
      const { id, twitter, linkedin } = await twoDays(tenant);
      const seen = (await read(tenant, id)).headers.etag!;
      const first = await move(tenant, twitter, inSeconds(3 * DAY), { 'if-match': seen });
      expect(first.status).toBe(200);
      const stale = await move(tenant, twitter, inSeconds(4 * DAY), { 'if-match': seen });
      expect([stale.status, stale.headers.etag]).toEqual([412, first.headers.etag]);
      const next = await move(tenant, linkedin, inSeconds(4 * DAY), { 'if-match': first.headers.etag! });
      expect(next.status).toBe(200);
      const times = timesOf((await read(tenant, id)).json);
      expect(times).toEqual({ twitter: inSeconds(3 * DAY), linkedin: inSeconds(4 * DAY) });
    });
  });
});
