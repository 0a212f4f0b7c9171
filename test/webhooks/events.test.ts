import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { serializePayload } from '../../lib/webhooks/delivery/deliver-event.ts';
import { WORKSPACE_EVENT_KINDS } from '../../lib/webhooks/events/event-permissions.ts';
import type { Event } from '../../lib/webhooks/rules/event.ts';
import { eventWrite } from '../../lib/webhooks/store/events.ts';
import { advanceTime, callApi, inSeconds, type Json, START, setupApi } from '../functions/api-harness.ts';
import { newEvent } from '../functions/resources.ts';
import { newId, newTenant, newToken, type Tenant } from '../functions/tenants.ts';

const table = setupApi();

const DAY_SECONDS = 86_400;
const get = (tenant: Tenant, id: string) => callApi('events.get', { token: tenant.token, params: { id } });
const list = (tenant: Tenant, query: Record<string, string> = {}) =>
  callApi('events.list', { token: tenant.token, query });

async function idsOf(tenant: Tenant, query: Record<string, string> = {}): Promise<string[]> {
  const answer = await list(tenant, query);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json.events as Json[]).map(({ id }) => String(id));
}

describe('GET /events/{id}', () => {
  describe('200', () => {
    it('returns the event as it is delivered, byte for byte', async () => {
      const tenant = await newTenant();
      const event = await newEvent(tenant, 'content.failed');
      const answer = await get(tenant, event.id);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.text).toBe(serializePayload({}, event));
    });

    it.each(WORKSPACE_EVENT_KINDS)('returns no data of %s to a token that may not read it', async (kind) => {
      const tenant = await newTenant();
      const event = await newEvent(tenant, kind);
      const other = kind.startsWith('publishing.') ? 'content:read' : 'schedule:read';
      const token = await newToken(tenant, ['webhooks:read', 'webhooks:write', other]);
      const answer = await get({ ...tenant, token }, event.id);
      expect([answer.status, answer.json]).toEqual([200, { ...event, data: null }]);
    });

    it('returns it for 30 days, to the second', async () => {
      const tenant = await newTenant();
      const { id } = await newEvent(tenant, 'content.created', 30 * DAY_SECONDS);
      expect((await get(tenant, id)).status).toBe(200);
    });
  });

  describe('404', () => {
    it('is returned for an event older than 30 days, although the table still has it', async () => {
      const tenant = await newTenant();
      const { id } = await newEvent(tenant, 'content.created', 30 * DAY_SECONDS + 1);
      expect(table.items().some((item) => item.id === id)).toBe(true);
      expect((await get(tenant, id)).status).toBe(404);
    });
  });
});

describe('GET /events', () => {
  describe('200', () => {
    it('returns no payload to a token without the permissions to read them', async () => {
      const tenant = await newTenant();
      for (const kind of WORKSPACE_EVENT_KINDS) await newEvent(tenant, kind);
      const token = await newToken(tenant, ['webhooks:read']);
      const { json } = await list({ ...tenant, token }, { per_page: '50' });
      const events = json.events as Json[];
      expect(events.map(({ type }) => type).sort()).toEqual([...WORKSPACE_EVENT_KINDS].sort());
      expect(events.map(({ data }) => data)).toEqual(WORKSPACE_EVENT_KINDS.map(() => null));
    });

    it('returns every event with its data, newest first', async () => {
      const tenant = await newTenant();
      const made: Event[] = [];
      for (const kind of WORKSPACE_EVENT_KINDS) {
        made.unshift(await newEvent(tenant, kind));
        advanceTime(1);
      }
      const answer = await list(tenant, { per_page: '50' });
      expect(answer.json.events).toEqual(made);
      expect(answer.json.pagination).toMatchObject({ total: WORKSPACE_EVENT_KINDS.length, has_more: false });
    });

    it.each(WORKSPACE_EVENT_KINDS)('with type=%s returns the events of that type, and counts those', async (kind) => {
      const tenant = await newTenant();
      for (const each of WORKSPACE_EVENT_KINDS) await newEvent(tenant, each);
      const wanted = await newEvent(tenant, kind);
      const answer = await list(tenant, { type: kind, limit: '1' });
      expect(answer.json.events).toHaveLength(1);
      expect(answer.json.pagination).toMatchObject({ total: 2, has_more: true });
      expect(await idsOf(tenant, { type: kind })).toContain(wanted.id);
    });

    it('with from and to filters by time: from inclusive, to exclusive', async () => {
      const tenant = await newTenant();
      const [old, middle, recent] = [
        await newEvent(tenant, 'content.created', 300),
        await newEvent(tenant, 'content.failed', 200),
        await newEvent(tenant, 'content.created', 100),
      ].map(({ id }) => id);
      expect(await idsOf(tenant, { from: inSeconds(-200) })).toEqual([recent, middle]);
      expect(await idsOf(tenant, { to: inSeconds(-200) })).toEqual([old]);
      expect(await idsOf(tenant, { from: inSeconds(-250), to: inSeconds(-150) })).toEqual([middle]);
      expect(await idsOf(tenant, { type: 'content.created', from: inSeconds(-250) })).toEqual([recent]);
      const answer = await list(tenant, { from: inSeconds(-250) });
      expect(answer.json.pagination).toMatchObject({ total: 2 });
    });

    it('omits events older than 30 days, and does not count them', async () => {
      const tenant = await newTenant();
      await newEvent(tenant, 'content.created', 30 * DAY_SECONDS + 1);
      const { id } = await newEvent(tenant, 'content.created', 30 * DAY_SECONDS);
      expect(await idsOf(tenant)).toEqual([id]);
      expect(await idsOf(tenant, { from: inSeconds(-90 * DAY_SECONDS) })).toEqual([id]);
      expect((await list(tenant)).json.pagination).toMatchObject({ total: 1 });
    });

    it('before the start of the log is empty, as is a page that expired concurrently', async () => {
      const tenant = await newTenant();
      for (const ago of [3, 2, 1]) await newEvent(tenant, 'content.created', 29 * DAY_SECONDS + ago);
      expect(await idsOf(tenant, { to: inSeconds(-31 * DAY_SECONDS) })).toEqual([]);
      const { next_cursor } = (await list(tenant, { limit: '1' })).json.pagination as Json;
      advanceTime(2 * DAY_SECONDS * 1000);
      const later = { ...tenant, token: await newToken(tenant) };
      expect(await idsOf(later, { cursor: String(next_cursor), limit: '1' })).toEqual([]);
    });

    it('contains nothing of another workspace', async () => {
      await newEvent(await newTenant());
      expect(await idsOf(await newTenant())).toEqual([]);
    });

    it("omits data, and nothing else, where the response would exceed a function's maximum size", async () => {
      const tenant = await newTenant();
      // Two bytes each in UTF-8, which is what the limit counts.
      const text = 'é'.repeat(180_000);
      for (let made = 0; made < 20; made++) {
        advanceTime(1);
        const small = await newEvent(tenant);
        await commit([eventWrite({ ...small, id: newId('event'), data: { text } })]);
      }
      const answer = await list(tenant, { limit: '100' });
      expect(Buffer.byteLength(answer.text)).toBeLessThan(5 * 1024 * 1024);
      const events = answer.json.events as Json[];
      expect(events).toHaveLength(40);
      const without = events.filter(({ data }) => data === null);
      expect(without.length).toBeGreaterThan(5);
      for (const { id } of without) expect((await get(tenant, String(id))).json.data).not.toBeNull();
    });
  });

  describe('400', () => {
    it.each([
      ['type', { type: 'content.gone' }],
      ['from', { from: 'yesterday' }],
      ['to', { to: '2026-02-30T00:00:00Z' }],
      ['to', { from: START, to: '2026-08-03T10:00:29Z' }],
    ])('names %s: %j', async (pointer, query) => {
      const answer = await list(await newTenant(), query as Record<string, string>);
      expect(answer.status).toBe(400);
      expect(answer.json.errors).toEqual([expect.objectContaining({ pointer })]);
    });
  });
});
