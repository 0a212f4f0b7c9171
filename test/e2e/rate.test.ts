import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeliveryStack, startDeliveryStack } from './deliveries.ts';
import type { ApiClient, HttpResponse } from './http-client.ts';

const LIMIT = 1_000;
const REQUESTS = 1_500;
const MINUTE_MS = 60_000;
/** All of them have to be answered in one minute; on a slow machine that takes a while. */
const ENOUGH_MS = 45_000;
const TRIES = 3;
const MAX_EXTRA = 20;

let place: DeliveryStack;

beforeAll(async () => {
  place = await startDeliveryStack({ workspaces: 2, plan: 'standard' });
}, 120_000);

afterAll(async () => {
  await place?.stop();
});

/** Answers what came of `sendBatch`, of one minute: when the minute turned in between, it is done again. */
async function inOneMinute(sendBatch: () => Promise<HttpResponse[]>): Promise<HttpResponse[]> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
    if (leftMs < ENOUGH_MS) await sleep(leftMs + 100);
    const answers = await sendBatch();
    const minutes = new Set(answers.map(({ headers }) => headers['x-ratelimit-reset']));
    if (minutes.size === 1) return answers;
  }
  throw new Error(`In ${TRIES} tries ${REQUESTS} requests were never answered within one minute.`);
}

const statusesOf = (answers: HttpResponse[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const atOnce = (api: ApiClient, all: string[], count = REQUESTS) =>
  Promise.all(Array.from({ length: count }, (_, index) => api('GET', all[index % all.length]!)));

/**
 * 1,500 at once, and then as many as it takes until every instance has been asked that holds an admission still: one
 * that had nothing more to do before the others did may keep some (docs/decisions/0009).
 */
async function untilAllIsUsed(api: ApiClient): Promise<HttpResponse[]> {
  const answers = await atOnce(api, ['/auth/verify']);
  for (let more = 0; more < MAX_EXTRA && statusesOf(answers)[200]! < LIMIT; more++) {
    answers.push(...(await atOnce(api, ['/auth/verify'], 100)));
  }
  return answers;
}

test('of 1,500 requests sent at once against a limit of 1,000, exactly 1,000 pass, once all who hold some are asked', async () => {
  const answers = await inOneMinute(() => untilAllIsUsed(place.workspaces[0]!.api));
  expect(statusesOf(answers)).toEqual({ 200: LIMIT, 429: answers.length - LIMIT });
  const first = statusesOf(answers.slice(0, REQUESTS))[200]!;
  expect(first).toBeGreaterThanOrEqual(LIMIT * 0.95);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.headers).toMatchObject({
    'ratelimit-policy': '"minute";q=1000;w=60',
    ratelimit: expect.stringMatching(/^"minute";r=0;t=\d+$/),
    'x-ratelimit-remaining': '0',
    'retry-after': expect.stringMatching(/^[1-9]\d*$/),
  });
}, 300_000);

test('over three endpoints at once never more than 1,000 pass, and few of them are lost', async () => {
  const all = ['/auth/verify', '/content', '/team/members'];
  const answers = await inOneMinute(() => atOnce(place.workspaces[1]!.api, all));
  const { 200: passed = 0, 429: refused = 0 } = statusesOf(answers);
  expect(passed + refused).toBe(REQUESTS);
  expect(passed).toBeLessThanOrEqual(LIMIT);
  expect(passed).toBeGreaterThanOrEqual(LIMIT * 0.9);
}, 300_000);
