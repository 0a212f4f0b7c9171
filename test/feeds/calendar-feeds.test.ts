import { describe, expect, it, vi } from 'vitest';
import { MAX_FEEDS } from '../../lib/feeds/rules/calendar-feed.ts';
import { callApi, type Json, START, storedItems } from '../functions/api-harness.ts';
import { auditLog, followStream } from '../functions/audit-log.ts';
import { newContent, newMember } from '../functions/resources.ts';
import { accountOn, connect, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';
import { newCalendarFeed } from './new-calendar-feed.ts';

const harness = setupWorkers();

simulatePlatforms();

const create = ({ token }: Pick<Tenant, 'token'>, body: Json = {}) => callApi('calendar-feeds.create', { token, body });
const remove = ({ token }: Pick<Tenant, 'token'>, id: string) =>
  callApi('calendar-feeds.delete', { token, params: { id } });
const show = (token: string) => callApi('calendar-feeds.show', { query: { token } });
const list = async ({ token }: Tenant) =>
  (await callApi('calendar-feeds.list', { token })).json.calendar_feeds as Json[];

describe('POST /calendar-feeds', () => {
  describe('201', () => {
    it('returns the feed with its URL, which no later response has', async () => {
      const tenant = await newTenant();
      const { status, json } = await create(tenant, { name: 'Plan' });
      expect(status).toBe(201);
      const { url, ...feed } = json;
      expect(url).toMatch(/^https:\/\/[^/]+\/v1\/calendar\.ics\?token=[\w-]{121}$/);
      expect(feed).toEqual({
        id: expect.stringMatching(/^cal_/),
        name: 'Plan',
        scope: { account: null, label: null },
        created_by: tenant.owner.id,
        created_at: START,
      });
      expect(await list(tenant)).toEqual([feed]);
    });

    it('names a feed after the workspace, the account or the label', async () => {
      const tenant = await newTenant();
      await connect(tenant, 'twitter');
      const account = (await accountOn(tenant, 'twitter'))!;
      const nameOf = async (body: Json) => (await create(tenant, body)).json.name;
      expect(await nameOf({})).toBe(tenant.workspace.name);
      expect(await nameOf({ scope: { account: account.id } })).toBe(account.name);
      await newContent(tenant, { labels: ['Spring'] });
      const { labels } = (await callApi('labels.list', { token: tenant.token })).json as { labels: { id: string }[] };
      expect(await nameOf({ scope: { label: labels[0]!.id } })).toBe('Spring');
    });
  });

  describe('403', () => {
    it('requires the right to manage the team and to read the items', async () => {
      const tenant = await newTenant();
      const before = storedItems(harness.table).filter(({ entity }) => entity === 'CalendarFeed');
      for (const permissions of [['content:read', 'team:read'], ['team:write']] as const) {
        const token = await newToken(tenant, [...permissions]);
        expect((await create({ token })).json.code).toBe('insufficient_scope');
      }
      expect((await create(await newMember(tenant, 'content_manager'))).status).toBe(403);
      expect(storedItems(harness.table).filter(({ entity }) => entity === 'CalendarFeed')).toEqual(before);
    });
  });

  describe('409', () => {
    it(`allows at most ${MAX_FEEDS} feeds, also when they are created at the same time, and one more after a deletion`, async () => {
      const tenant = await newTenant();
      const answers = await Promise.all(Array.from({ length: MAX_FEEDS + 5 }, () => create(tenant)));
      const created = answers.filter(({ status }) => status === 201);
      expect(created).toHaveLength(MAX_FEEDS);
      expect(answers.filter(({ json }) => json.code === 'calendar_feed_limit')).toHaveLength(5);
      const id = String(created[0]!.json.id);
      expect((await Promise.all([remove(tenant, id), remove(tenant, id)])).map(({ status }) => status).sort()).toEqual([
        200, 404,
      ]);
      expect((await create(tenant)).status).toBe(201);
      expect((await create(tenant)).status).toBe(409);
    });
  });

  describe('422', () => {
    it('rejects an account of another workspace, and an account together with a label', async () => {
      const [tenant, other] = [await newTenant(), await newTenant()];
      await connect(other, 'twitter');
      const account = (await accountOn(other, 'twitter'))!.id;
      for (const scope of [{ account }, { account: 'x' }, { account, label: 'spring' }, { other: 'x' }]) {
        expect((await create(tenant, { scope })).json.code).toBe('validation_failed');
      }
      expect(await list(tenant)).toEqual([]);
    });
  });
});

describe('DELETE /calendar-feeds/{id}', () => {
  it('ends the URL at once, and no other', async () => {
    const tenant = await newTenant();
    const [one, other] = [await newCalendarFeed(tenant), await newCalendarFeed(tenant)];
    expect((await show(one.token)).status).toBe(200);
    expect((await remove(tenant, one.id)).status).toBe(200);
    expect((await show(one.token)).status).toBe(404);
    expect((await show(other.token)).status).toBe(200);
    expect((await remove(tenant, one.id)).status).toBe(404);
  });
});

describe('the secret of a calendar feed', () => {
  it('is in no log, audit entry or item, and in no problem', async () => {
    const lines: string[] = [];
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    process.env.LOG_LEVEL = 'DEBUG';
    const problems: string[] = [];
    let secret = '';
    try {
      const tenant = await newTenant();
      const { id, token } = await newCalendarFeed(tenant);
      secret = token.slice(-43);
      await show(token);
      problems.push((await callApi('calendar-feeds.show', { query: { token, more: '1' } })).text);
      await remove(tenant, id);
      problems.push((await show(token)).text);
      await followStream(harness);
      const entries = (await auditLog(tenant)).filter(({ resource }) => resource.type === 'calendar_feed');
      expect(entries.map(({ action }) => action)).toEqual(['created', 'deleted']);
      expect(entries[0]!.changes).toContainEqual({ field: 'token_hash', before: null, after: '[hidden]' });
    } finally {
      process.env.LOG_LEVEL = 'SILENT';
      spy.mockRestore();
    }
    expect(lines.filter((line) => line.includes('calendar-feeds.show')).length).toBeGreaterThan(2);
    for (const text of [...lines, ...problems, JSON.stringify(harness.table.items())]) {
      expect(text).not.toContain(secret);
    }
  });
});
