import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import type { JsonApiClient } from '../../tools/local-stack/api-client.ts';
import { createJsonApiClient } from '../../tools/local-stack/api-client.ts';
import { freePort } from '../../tools/local-stack/http.ts';
import { until } from './http-client.ts';
import { type StartedCommand, startCommand } from './local-command.ts';

// The demo as a user of `npm start` meets it: by the API of the running service.

const root = mkdtempSync(join(tmpdir(), 'demo-'));
const commands: StartedCommand[] = [];

/** Start the service with its public command. Resolves with what it has printed. */
async function start(folder: string, port: number, ...args: string[]) {
  const command = startCommand(args, { PORT: String(port), LOCAL_FOLDER: folder });
  commands.push(command);
  return { command, printed: await command.started() };
}

const clientOf = (folder: string) =>
  createJsonApiClient(JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')));

interface Item {
  id: string;
  title: string;
  status: string;
  scheduled_at: string | null;
  scheduled_local: { time_zone: string } | null;
}

const RECURRING = 'Monday tip';
const COMPLETE = 'The demo data is complete.';

/** Count the requests that have created parts of the rest of the demo. */
function requestsOfRest(folder: string): number {
  const progress = JSON.parse(readFileSync(join(folder, 'demo-progress.json'), 'utf8')) as { requests: object };
  return Object.keys(progress.requests).length;
}

const itemsOf = async (api: JsonApiClient) => ((await api('GET', '/content?limit=100')) as { data: Item[] }).data;

afterAll(async () => {
  for (const { child, stop } of commands)
    if (child.exitCode === null && child.signalCode === null) await stop('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

describe('the demo of a new folder', () => {
  const folder = join(root, 'full');
  let service: Awaited<ReturnType<typeof start>>;
  let api: JsonApiClient;
  let items: Item[];
  const withStatus = (status: string) => items.filter((item) => item.status === status);
  const single = (status: string) => withStatus(status).filter(({ title }) => title !== RECURRING);
  const published = (title: string) => items.find((item) => item.title === title)!.id;

  const started: string[] = [];

  beforeAll(async () => {
    // The first start is killed while it creates what its first screens do not show.
    // The endpoint of the demo is at the port of its first start.
    const port = await freePort();
    const first = await start(folder, port);
    started.push(first.printed);
    await until('the first requests of the rest', () => requestsOfRest(folder) >= 12);
    await first.command.stop('SIGKILL');
    service = await start(folder, port);
    started.push(service.printed);
    await until('the demo to be complete', () => service.command.output().includes(COMPLETE));
    api = await clientOf(folder);
    items = await itemsOf(api);
  });

  it('is announced as demo data by the start message and by the name of the workspace', () => {
    expect(started[0]).toContain('Creating demo data');
    expect(started[0]).toMatch(/workspace +Demo data: /);
  });

  it('is announced step by step, while the folder gets its posts', () => {
    expect(started[0]).toContain('publishing the posts of eight weeks: 7 of 7');
  });

  it('is completed by the next start when the first one is killed, and has nothing twice', async () => {
    expect(started[1]).not.toContain('Creating demo data');
    expect(service.command.output()).toContain('Creating the rest of the demo data');
    const titles = items.map(({ title }) => title).filter((title) => title !== RECURRING);
    expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted());
    expect(titles).toHaveLength(26);
    const { keys } = (await api('GET', '/keys?limit=100')) as { keys: { name: string }[] };
    expect(keys.map(({ name }) => name).filter((name) => name === 'Content planner')).toHaveLength(1);
    const { imports } = (await api('GET', '/imports')) as { imports: object[] };
    expect(imports).toHaveLength(1);
    expect(existsSync(join(folder, 'demo-progress.json'))).toBe(false);
  });

  it('has published posts of eight weeks, none in the future', () => {
    const times = withStatus('published').map(({ scheduled_at }) => Date.parse(scheduled_at!));
    expect(times.length).toBeGreaterThanOrEqual(12);
    expect(Math.max(...times)).toBeLessThan(Date.now());
    expect((Date.now() - Math.min(...times)) / DAY_MS).toBeGreaterThan(49);
  });

  it('has metrics of the posts, in each of the last two periods of 30 days', async () => {
    for (const days of [0, 30]) {
      const [from, to] = [days + 30, days].map((ago) => new Date(Date.now() - ago * DAY_MS).toISOString());
      const sums = (await api('GET', `/analytics/performance?from=${from}&to=${to}`)) as { impressions: number };
      expect(sums.impressions).toBeGreaterThan(10_000);
    }
  });

  it('has named accounts', async () => {
    const { accounts } = (await api('GET', '/accounts')) as { accounts: { name: string }[] };
    expect(accounts.length).toBeGreaterThanOrEqual(3);
    for (const { name } of accounts) expect(name).toMatch(/^Nordlys/);
  });

  it('has a thread of three posts, a first comment and a picture', async () => {
    const thread = (await api('GET', `/content/${published('From Nyeri to the harbour')}`)) as { thread: object[] };
    expect(thread.thread).toHaveLength(2);
    const guide = await api('GET', `/content/${published('Brew guide for First Harvest')}`);
    expect(guide).toMatchObject({ first_comment: expect.any(String), media: [{ alt: expect.any(String) }] });
  });

  it('has a failed and an unconfirmed post, each with its reason', async () => {
    const [failed] = withStatus('failed');
    const [unconfirmed] = withStatus('unconfirmed');
    expect(await api('GET', `/content/${failed!.id}`)).toMatchObject({
      targets: [{ status: 'failed', error: { code: expect.any(String) } }],
    });
    const { targets } = (await api('GET', `/content/${unconfirmed!.id}`)) as { targets: object[] };
    expect(targets).toContainEqual(expect.objectContaining({ platform: 'linkedin', status: 'unconfirmed' }));
  });

  it('has several authors, as the audit log records', async () => {
    const { entries } = (await api('GET', '/audit?limit=100')) as { entries: { actor: { user_id: string } | null }[] };
    const authors = new Set(entries.flatMap(({ actor }) => actor?.user_id ?? []));
    expect(authors.size).toBeGreaterThanOrEqual(3);
  });

  it('has approvals that wait, two of an agent, and one that asks for changes', () => {
    expect(withStatus('pending_approval')).toHaveLength(3);
    expect(withStatus('changes_requested')).toHaveLength(1);
  });

  it('has posts that are scheduled in the coming two weeks', () => {
    const times = single('scheduled').map(({ scheduled_at }) => Date.parse(scheduled_at!));
    expect(times).toHaveLength(6);
    expect(Math.min(...times)).toBeGreaterThan(Date.now());
    expect((Math.max(...times) - Date.now()) / DAY_MS).toBeLessThan(15);
  });

  it('has a time zone, in which these posts are planned', async () => {
    expect(await api('GET', '/workspace')).toMatchObject({ time_zone: 'Europe/Oslo' });
    const zones = single('scheduled').map(({ scheduled_local }) => scheduled_local?.time_zone);
    expect(new Set(zones)).toEqual(new Set(['Europe/Oslo']));
  });

  it('has a weekly recurrence with the posts of the next 30 days', async () => {
    const { recurrences } = (await api('GET', '/recurrences')) as {
      recurrences: { id: string; last_problem: unknown }[];
    };
    expect(recurrences.map(({ last_problem }) => last_problem)).toEqual([null]);
    const made = items.filter(({ title }) => title === RECURRING);
    expect([4, 5]).toContain(made.length);
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set(['scheduled']));
  });

  it('has deliveries of a webhook endpoint with comments of the audience, and one that was repeated', async () => {
    const { webhooks } = (await api('GET', '/webhooks')) as { webhooks: { id: string }[] };
    expect(webhooks).toHaveLength(1);
    const path = `/webhooks/${webhooks[0]!.id}/deliveries?limit=100`;
    const { deliveries } = (await api('GET', path)) as {
      deliveries: { id: string; event_type: string; attempt_count: number }[];
    };
    expect(deliveries.map(({ event_type }) => event_type)).toContain('comment.created');
    const repeated = deliveries.find(({ attempt_count }) => attempt_count > 1)!;
    expect(await api('GET', `/webhooks/${webhooks[0]!.id}/deliveries/${repeated.id}`)).toMatchObject({
      status: 'delivered',
      attempts: expect.arrayContaining([
        expect.objectContaining({ status: 503 }),
        expect.objectContaining({ status: 204 }),
      ]),
    });
  });

  it('has a hashtag that trends, and best times', async () => {
    const trends = (await api('GET', '/analytics/trends?window=7d')) as { trending_hashtags: { hashtag: string }[] };
    expect(trends.trending_hashtags.map(({ hashtag }) => hashtag)).toContain('#firstharvest');
    expect(await api('GET', '/analytics/best-times')).toMatchObject({
      enough_data: true,
      best: expect.any(Array),
    });
  });

  it('survives kill -9, and a second start creates nothing', async () => {
    await service.command.stop('SIGKILL');
    const again = await start(folder, await freePort());
    expect(again.printed).not.toContain('Creating demo data');
    expect(again.printed).toMatch(/workspace +Demo data: /);
    const known = items.map(({ id }) => id).sort();
    expect((await itemsOf(await clientOf(folder))).map(({ id }) => id).sort()).toEqual(known);
    await again.command.stop();
  });
});

describe('the start', () => {
  it('with --empty creates no demo', async () => {
    const folder = join(root, 'empty');
    const { command, printed } = await start(folder, await freePort(), '--empty');
    expect(printed).toMatch(/workspace +Demo\n/);
    expect(await itemsOf(await clientOf(folder))).toEqual([]);
    await command.stop();
  });

  it('removes the draft of a demo that was interrupted', async () => {
    const folder = join(root, 'interrupted');
    mkdirSync(join(folder, 'demo-draft'), { recursive: true });
    writeFileSync(join(folder, 'demo-draft/table.sqlite'), 'half a table');
    const { command } = await start(folder, await freePort(), '--empty');
    expect(existsSync(join(folder, 'demo-draft'))).toBe(false);
    expect(readdirSync(folder)).toContain('credentials.json');
    await command.stop();
  });
});
