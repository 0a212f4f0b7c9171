import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { read, untilWithin } from '../e2e/http-client.ts';
import { connectAccount, type RealSetting, startRealSetting } from './running-service.ts';

const POSTS = Number(process.env.TRIAL_POSTS ?? 1000);
const SERVER_KILLS = Math.max(2, Math.round(POSTS / 50));
/** Share of the responses that are cut. A small trial needs more, so that it cannot end without one. */
const LOSS_RATE = POSTS >= 1000 ? 0.1 : 0.25;
/** Time between two kills of the server: its start takes four seconds, and more on a busy machine. */
const KILL_EVERY_MS = 15_000;
const SPREAD_MS = SERVER_KILLS * KILL_EVERY_MS;
/** Items that are created first, to measure how long the others take on this machine. */
const SAMPLE = 16;
/**
 * When no target is unconfirmed any more, after the last kill: the leases of a killed worker end, and then the deferral of a
 * check, which is at most 0.7 times as long as it has waited.
 */
const MAX_UNCONFIRMED_MS = 1.7 * LEASE_SECONDS.attempt * 1_000 + 30_000;
const WORKER = 'on-publish-due/bluesky';

type Trial = Awaited<ReturnType<typeof createPosts>>;

let setting: RealSetting;
beforeAll(async () => {
  setting = await startRealSetting();
});
afterAll(() => setting?.stop());

const random = (from: number, to: number) => from + Math.random() * (to - from);

/** One item of five is a thread of three posts with a first comment. */
function partsOf(number: number, title: string) {
  if (number % 5 !== 0) return {};
  const thread = ['second', 'third'].map((position) => ({ text: `${title}, ${position}` }));
  return { thread, first_comment: `${title}, comment` };
}

/** The texts of the records that a request creates. */
function textsIn({ url, body }: { url: string; body: string }): string[] {
  if (url.includes('putRecord')) return [JSON.parse(body).record.text];
  if (!url.includes('applyWrites')) return [];
  return JSON.parse(body).writes.map(({ value }: { value: { text: string } }) => value.text);
}

/** Create the posts, due at random times. Returns when each text is due, and the ids of the items. */
async function createPosts() {
  const sampleStartMs = Date.now();
  for (let index = 0; index < SAMPLE; index++)
    read(await setting.api('POST', '/content', { title: 'Draft', platforms: ['bluesky'] }), 201, ContentResponse());
  const startMs = Date.now() + 10_000 + (POSTS / SAMPLE) * (Date.now() - sampleStartMs);
  const dueMs = new Map<string, number>();
  const ids: string[] = [];
  const numbers = Array.from({ length: POSTS }, (_, index) => index).values();
  const work = async () => {
    for (const number of numbers) {
      const title = `Post ${number} of ${POSTS}`;
      const scheduledMs = Math.floor(startMs + Math.random() * SPREAD_MS);
      const parts = partsOf(number, title);
      const body = { title, ...parts, platforms: ['bluesky'], scheduled_at: new Date(scheduledMs).toISOString() };
      ids.push(read(await setting.api('POST', '/content', body), 201, ContentResponse()).id);
      const { thread = [], first_comment = title } = parts;
      for (const text of [title, ...thread.map((part) => part.text), first_comment]) dueMs.set(text, scheduledMs);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return { startMs, dueMs, ids };
}

/** Kill the server and the workers at random while the posts are due. Returns the number of kills. */
async function causeFaults({ startMs }: Trial) {
  const { server, service } = setting;
  await sleep(startMs - Date.now());
  server.proxy.lossRate = LOSS_RATE;
  const kills = { server: 0, worker: 0 };
  const killWorkers = async () => {
    while (kills.server < SERVER_KILLS) {
      // A worker that is killed more often than a new one starts never sends anything.
      await sleep(random(1_500, 5_000));
      // A fast machine is idle between two posts: wait for a worker that has something to lose.
      while (!service.kill(WORKER)) {
        if (kills.server >= SERVER_KILLS) return;
        await sleep(random(10, 100));
      }
      kills.worker += 1;
    }
  };
  const killServer = async () => {
    while (kills.server < SERVER_KILLS) {
      const endMs = Date.now() + KILL_EVERY_MS;
      await sleep(random(5_000, 10_000));
      await server.kill();
      await server.restart();
      kills.server += 1;
      await sleep(Math.max(0, endMs - Date.now()));
    }
  };
  await Promise.all([killServer(), killWorkers()]);
  server.proxy.lossRate = 0;
  return kills;
}

/** Count the items by status. `unconfirmed` receives the targets of those that are. */
async function countByStatus(ids: string[], unconfirmed: object[] = []): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const left = ids.values();
  const work = async () => {
    for (const id of left) {
      const { status, targets } = read(await setting.api('GET', `/content/${id}`), 200, ContentResponse());
      counts[status] = (counts[status] ?? 0) + 1;
      if (status === 'unconfirmed') unconfirmed.push(...targets);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return counts;
}

test(`${POSTS} posts are published once each, and none early, while the server and the workers crash`, async () => {
  const { server, api, clock, service } = setting;
  const account = await server.createAccount('trial');
  await connectAccount(api, account);
  const trial = await createPosts();
  expect(Date.now(), 'created before the first is due').toBeLessThan(trial.startMs);
  const kills = await causeFaults(trial);
  const lastKillMs = Date.now();
  const early = server.proxy.seen
    .flatMap((request) => textsIn(request).map((text) => ({ text, atMs: request.atMs })))
    .filter(({ text, atMs }) => atMs < trial.dueMs.get(text)!);
  expect(early).toEqual([]);

  let unconfirmed: object[];
  let afterKills: Record<string, number>;
  do {
    await sleep(5_000);
    unconfirmed = [];
    afterKills = await countByStatus(trial.ids, unconfirmed);
  } while (unconfirmed.length > 0 && Date.now() < lastKillMs + MAX_UNCONFIRMED_MS);
  const confirmedAfterMs = Date.now() - lastKillMs;
  expect(unconfirmed, JSON.stringify({ afterKills, kills, lastKill: new Date(lastKillMs).toISOString() })).toEqual([]);

  // What crashed workers have left continues when their leases expire, and what was rejected after the usual delays.
  const counts = await untilWithin('every post to be published', 600_000, async () => {
    clock.advance(30_000);
    await service.invoke('on-sweep-due', {});
    await sleep(1_000);
    const found = await countByStatus(trial.ids);
    console.log(JSON.stringify(found));
    return found.published === POSTS && found;
  });
  const records = await server.listPosts(account.did);
  expect(records.map(({ text }) => text).sort()).toEqual([...trial.dueMs.keys()].sort());
  for (const { text, createdAt } of records) {
    expect(Date.parse(createdAt), text).toBeGreaterThanOrEqual(trial.dueMs.get(text)!);
  }
  const lost = server.proxy.lostResponses;
  expect(kills.worker, 'workers were killed').toBeGreaterThan(0);
  // Of so many responses some are lost, unless the posts were sent before or after the faults.
  if (POSTS >= 40) expect(lost, 'responses were lost').toBeGreaterThan(0);
  const sends = server.proxy.seen.filter((request) => textsIn(request).length > 0).length;
  console.log(
    JSON.stringify({
      counts,
      records: records.length,
      afterKills,
      kills,
      lost,
      sends,
      confirmedAfterMs,
      settledAfterMs: Date.now() - lastKillMs,
    }),
  );
}, 1_800_000);
