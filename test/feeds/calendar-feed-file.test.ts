import nodeIcal from 'node-ical';
import { describe, expect, it } from 'vitest';
import { MAX_EVENTS } from '../../lib/feeds/rules/feed-window.ts';
import { CALENDAR_REQUESTS_PER_HOUR, FEED_REQUESTS_PER_HOUR } from '../../lib/feeds/rules/rate-limits.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { newContent, newLabel, newMember } from '../functions/resources.ts';
import { accountOn, connect, publishContent, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers } from '../functions/worker-harness.ts';
import { newLinkRule } from '../link-rules/new-link-rule.ts';
import { newCalendarFeed } from './new-calendar-feed.ts';

const harness = setupWorkers();

simulatePlatforms();

const DAY = 86_400;

const show = (token: string, headers: Record<string, string> = {}) =>
  callApi('calendar-feeds.show', { query: { token }, headers });

/** The events of a feed: the title, the status and the sequence of each, by its UID. */
async function eventsOf(token: string): Promise<Record<string, { summary: string; status: string; sequence: string }>> {
  const { status, text } = await show(token);
  expect(status, text).toBe(200);
  const parsed = Object.values(nodeIcal.sync.parseICS(text)).filter((each) => each?.type === 'VEVENT');
  return Object.fromEntries((parsed as Json[]).map((event) => [event.uid, event])) as never;
}

const titlesOf = async (token: string) => Object.values(await eventsOf(token)).map(({ summary }) => summary);

const scheduled = (tenant: Tenant, title: string, seconds = DAY, fields: Json = {}) =>
  scheduleContent(tenant, 'twitter', { title, ...fields }, seconds);

/** Run requests, and return the commands that the table has received. */
async function commandsOf(run: () => Promise<unknown>): Promise<string[]> {
  const commands: string[] = [];
  harness.table.fault = (command) => {
    commands.push(command);
    return null;
  };
  await run();
  harness.table.fault = null;
  return commands;
}

describe('a calendar feed', () => {
  it('has the posts of its workspace, and not those of others', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const { dueMessage } = await scheduled(tenant, 'Ours');
    await scheduled(other, 'Theirs');
    const { token } = await newCalendarFeed(tenant);
    const events = await eventsOf(token);
    expect(Object.keys(events)).toEqual([dueMessage.schedule_id]);
    expect(events[dueMessage.schedule_id]).toMatchObject({ summary: 'Ours · X', status: 'CONFIRMED' });
  });

  it('has one event per account of an item', async () => {
    const tenant = await newTenant();
    await newContent(tenant, { title: 'Both', platforms: ['twitter', 'linkedin'], scheduled_at: inSeconds(DAY) });
    const { token } = await newCalendarFeed(tenant);
    expect((await titlesOf(token)).sort()).toEqual(['Both · LinkedIn', 'Both · X']);
  });

  it('of an account has the posts of this account', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    await connect(tenant, 'linkedin');
    const account = (await accountOn(tenant, 'twitter'))!;
    await newContent(tenant, { title: 'A', platforms: ['twitter', 'linkedin'], scheduled_at: inSeconds(DAY) });
    const { token } = await newCalendarFeed(tenant, { scope: { account: account.id } });
    expect(await titlesOf(token)).toEqual(['A · X']);
    expect((await show(token)).text).toContain(`X-WR-CALNAME:${account.name}`);
  });

  it('of an account that is deleted and connected again has the posts of both ids', async () => {
    const tenant = await newTenant();
    const { id } = await connect(tenant, 'twitter');
    await publishContent(tenant, 'twitter', { title: 'Before' });
    const { token } = await newCalendarFeed(tenant, { scope: { account: String(id) } });
    await callApi('accounts.delete', { token: tenant.token, params: { id: String(id) } });
    await processAllChanges(harness);
    const again = await connect(tenant, 'twitter');
    expect(again.id).not.toBe(id);
    await scheduled(tenant, 'After');
    expect(await titlesOf(token)).toEqual(['Before · X', 'After · X']);
  });

  it('of a label has the items with this label', async () => {
    const tenant = await newTenant();
    const { contentId } = await scheduled(tenant, 'Labelled');
    await scheduled(tenant, 'Other');
    const label = async (labels: string[]) =>
      callApi('content.update', { token: tenant.token, params: { id: contentId }, body: { labels } });
    await label(['Spring']);
    const [spring] = harness.table.items().filter(({ entity }) => entity === 'Label');
    const { token } = await newCalendarFeed(tenant, { scope: { label: String(spring!.id) } });
    expect(await titlesOf(token)).toEqual(['Labelled · X']);
    await label([]);
    expect(await titlesOf(token)).toEqual([]);
  });

  it('of a label that is deleted has the same items', async () => {
    const tenant = await newTenant();
    const { id } = await newLabel(tenant, 'Spring');
    await scheduled(tenant, 'Labelled', DAY, { labels: ['Spring'] });
    const { token } = await newCalendarFeed(tenant, { scope: { label: id } });
    await succeed('labels.delete', { token: tenant.token, params: { id: String(id) } });
    await processAllChanges(harness);
    expect(await titlesOf(token)).toEqual(['Labelled · X']);
  });

  it('has the text of a post with what link rules add', async () => {
    const tenant = await newTenant();
    await newLinkRule(tenant);
    await scheduled(tenant, 'Linked', DAY, { description: 'https://example.com' });
    const { token } = await newCalendarFeed(tenant);
    const [event] = Object.values(await eventsOf(token)) as unknown as Json[];
    expect(event!.description).toMatch(/^https:\/\/example\.com\?utm_source=twitter\n/);
  });

  it('shows a later time under the same UID with a higher sequence, and no cancelled post', async () => {
    const tenant = await newTenant();
    const { dueMessage } = await scheduled(tenant, 'Moved');
    const params = { id: dueMessage.schedule_id };
    const { token } = await newCalendarFeed(tenant);
    const before = (await eventsOf(token))[params.id]!;
    const body = { scheduled_at: inSeconds(2 * DAY) };
    expect((await callApi('schedule.update', { token: tenant.token, params, body })).status).toBe(200);
    const after = (await eventsOf(token))[params.id]! as unknown as { sequence: string; start: Date };
    expect(Number(after.sequence)).toBeGreaterThan(Number(before.sequence));
    expect(after.start.toISOString()).toBe(`${body.scheduled_at.slice(0, 19)}.000Z`);
    await callApi('schedule.cancel', { token: tenant.token, params });
    expect(await titlesOf(token)).toEqual([]);
  });

  it('keeps a published post for 30 days', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    await publishContent(tenant, 'twitter', { title: 'Live' });
    const { token } = await newCalendarFeed(tenant);
    expect(await titlesOf(token)).toEqual(['Live · X']);
    advanceTime(29 * DAY * 1000);
    expect(await titlesOf(token)).toEqual(['Live · X']);
    advanceTime(2 * DAY * 1000);
    expect(await titlesOf(token)).toEqual([]);
  });

  it('of a removed member is not found, at once and permanently', async () => {
    const tenant = await newTenant();
    const admin = await newMember(tenant, 'admin');
    const { token } = await newCalendarFeed(admin);
    const kept = await newCalendarFeed(tenant);
    expect((await show(token)).status).toBe(200);
    await callApi('team.remove-member', { token: tenant.token, params: { id: admin.id } });
    expect((await show(token)).status).toBe(404);
    await processAllChanges(harness);
    const { json } = await callApi('calendar-feeds.list', { token: tenant.token });
    expect((json.calendar_feeds as Json[]).map(({ id }) => id)).toEqual([kept.id]);
  });

  it('is not found with another secret, and while its creator may not read the items', async () => {
    const tenant = await newTenant();
    const admin = await newMember(tenant, 'admin');
    const { token } = await newCalendarFeed(admin);
    const wrong = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
    for (const each of [wrong, token.slice(0, -43), '']) expect((await show(each)).status).toBe(404);
    const update = (permissions: string[]) =>
      callApi('team.update-member', { token: tenant.token, params: { id: admin.id }, body: { permissions } });
    expect((await update(['team:read'])).status).toBe(200);
    expect((await show(token)).status).toBe(404);
    expect((await update(['content:read'])).status).toBe(200);
    expect((await show(token)).status).toBe(200);
  });

  it('is 304 for a client that has it, until something changes, without a read of the items', async () => {
    const tenant = await newTenant();
    const { dueMessage } = await scheduled(tenant, 'A');
    const { token } = await newCalendarFeed(tenant);
    await processAllChanges(harness);
    const first = await show(token, { 'accept-encoding': 'gzip' });
    expect(first.headers).toMatchObject({
      'cache-control': 'private, max-age=300',
      'content-encoding': 'gzip',
      'content-type': 'text/calendar; charset=utf-8',
    });
    const again = { 'if-none-match': first.headers.etag! };
    const unchanged = await show(token, again);
    expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, '', first.headers.etag]);
    expect(await commandsOf(() => show(token, again))).not.toContain('QueryCommand');
    expect(await commandsOf(() => show(token))).toContain('QueryCommand');
    await callApi('schedule.cancel', { token: tenant.token, params: { id: dueMessage.schedule_id } });
    await processAllChanges(harness);
    expect((await show(token, again)).status).toBe(200);
  });

  it(`is 429 for a network after ${CALENDAR_REQUESTS_PER_HOUR} requests in an hour, before a read, and 200 for others`, async () => {
    const { token } = await newCalendarFeed(await newTenant());
    const from = (sourceIp: string) => callApi('calendar-feeds.show', { query: { token }, sourceIp });
    for (let count = 0; count < CALENDAR_REQUESTS_PER_HOUR; count++) {
      expect((await from('192.0.2.1')).status).toBe(200);
    }
    const { status, json } = await from('192.0.2.1');
    expect([status, json['violated-policies']]).toEqual([429, ['calendar-feed-network']]);
    expect((await from('198.51.100.1')).status).toBe(200);
    advanceTime(3_600_000);
    expect((await from('192.0.2.1')).status).toBe(200);
  });

  it(`is 429 after ${FEED_REQUESTS_PER_HOUR} requests in an hour of all networks, of which rejected ones are none`, async () => {
    const { token } = await newCalendarFeed(await newTenant());
    const from = (network: number) =>
      callApi('calendar-feeds.show', { query: { token }, sourceIp: `192.0.${network}.1` });
    const networks = FEED_REQUESTS_PER_HOUR / CALENDAR_REQUESTS_PER_HOUR;
    for (let count = 0; count < CALENDAR_REQUESTS_PER_HOUR + 1; count++) {
      for (let network = 1; network < networks; network++) await from(network);
      if (count < CALENDAR_REQUESTS_PER_HOUR) expect((await from(networks)).status).toBe(200);
    }
    const { status, json } = await from(networks + 1);
    expect([status, json['violated-policies']]).toEqual([429, ['calendar-feed']]);
  });

  /** Add more entries of a post than a feed has events, a minute apart, by default from two days ahead on. */
  function addEntries(
    { contentId, dueMessage }: { contentId: string; dueMessage: { schedule_id: string } },
    start = DAY * 2,
  ) {
    const entry = harness.table.items().find(({ id }) => id === dueMessage.schedule_id)!;
    const at = (index: number) => inSeconds(start + index * 60);
    for (let index = 0; index < MAX_EVENTS + 5; index++) {
      const id = `scd_01K00000000000000000${String(index).padStart(6, '0')}`;
      const scheduled_at = at(index);
      const keys = { sk: id, list_sk: `${scheduled_at}#${id}`, due_sk: scheduled_at };
      harness.table.insert({ ...entry, ...keys, id, scheduled_at, content_id: contentId });
    }
  }

  it('of a label has its items behind more than a thousand others', async () => {
    const tenant = await newTenant();
    const { id } = await newLabel(tenant, 'Spring');
    addEntries(await scheduled(tenant, 'Other'));
    await scheduled(tenant, 'Labelled', DAY * 9, { labels: ['Spring'] });
    const { token } = await newCalendarFeed(tenant, { scope: { label: id } });
    expect(await titlesOf(token)).toEqual(['Labelled · X']);
  });

  it(`has at most ${MAX_EVENTS} events: the next ones, then the latest ones`, async () => {
    const tenant = await newTenant();
    const post = await scheduled(tenant, 'A');
    const { dueMessage } = post;
    addEntries(post);
    const { token } = await newCalendarFeed(tenant);
    const events = Object.keys(await eventsOf(token)).sort();
    expect(events).toHaveLength(MAX_EVENTS);
    expect(events).toContain(dueMessage.schedule_id);
    expect(events).not.toContain('scd_01K00000000000000000001004');
  });

  it(`has the next posts before the ${MAX_EVENTS} of today that have passed`, async () => {
    const tenant = await newTenant();
    const post = await scheduled(tenant, 'Next');
    advanceTime(Date.parse('2026-08-03T20:00:00Z') - Date.now());
    // The last of them is a minute ago, the first one 17 hours.
    addEntries(post, -(MAX_EVENTS + 5) * 60);
    const { token } = await newCalendarFeed({ ...tenant, token: await newToken(tenant) });
    const events = Object.keys(await eventsOf(token)).sort();
    expect(events).toHaveLength(MAX_EVENTS);
    expect(events).toContain(post.dueMessage.schedule_id);
    expect(events).toContain('scd_01K00000000000000000001004');
    expect(events).not.toContain('scd_01K00000000000000000000000');
  });
});
