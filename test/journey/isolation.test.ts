import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebhookCreateReply } from '../../lib/contract/webhook-replies.ts';
import { type JourneyReceiver, openPlace, openReceiver, type Place } from './deliveries.ts';
import { read, until } from './visitor.ts';

const EVERY_MS = 400;
const ROUND_MS = 24_000;

let place: Place;
const receivers: JourneyReceiver[] = [];

beforeAll(async () => {
  place = await openPlace({ workspaces: 2 });
}, 90_000);

afterAll(async () => {
  await place?.stop();
  for (const receiver of receivers) receiver.close();
});

async function registered(workspace: number): Promise<JourneyReceiver> {
  const receiver = await openReceiver();
  receivers.push(receiver);
  const body = { url: receiver.url, events: ['content.created'] };
  read(await place.workspaces[workspace]!.api('POST', '/webhooks', body), 201, WebhookCreateReply);
  return receiver;
}

const sleep = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** Something happens in both workspaces, again and again for a while. */
async function happen(forMs: number): Promise<number> {
  const endMs = Date.now() + forMs;
  let made = 0;
  while (Date.now() < endMs) {
    const began = Date.now();
    const body = { title: `Number ${made}`, platforms: ['twitter'] };
    const answers = await Promise.all(place.workspaces.map(({ api }) => api('POST', '/content', body)));
    for (const answer of answers) expect(answer.status, answer.text).toBe(201);
    made += 1;
    await sleep(began + EVERY_MS - Date.now());
  }
  return made;
}

/** From the event to its receipt, of every delivery since the last time this was asked. */
function latencies(receiver: JourneyReceiver): number[] {
  return receiver.calls.splice(0).map(({ atMs, body }) => atMs - Date.parse(JSON.parse(body).timestamp));
}

const p95 = (values: number[]) =>
  values.sort((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1]!;

test('a receiver that hangs does not delay those of its workspace or of another: their p95 stays under twice its figure', async () => {
  const third = await registered(0);
  const neighbour = await registered(0);
  const stranger = await registered(1);
  const healthy = { neighbour, stranger };
  const promptly = third.answer;
  const figures: Record<string, Record<'well' | 'hanging', number[]>> = {
    neighbour: { well: [], hanging: [] },
    stranger: { well: [], hanging: [] },
  };
  const round = async (how: 'well' | 'hanging', forMs: number) => {
    third.answer = how === 'well' ? promptly : () => {};
    const made = await happen(forMs);
    await until('the healthy deliveries', 30_000, () =>
      Object.values(healthy).every(({ calls }) => calls.length >= made),
    );
    for (const [name, receiver] of Object.entries(healthy)) figures[name]![how].push(...latencies(receiver));
  };
  await happen(3000);
  await sleep(1000);
  for (const receiver of Object.values(healthy)) latencies(receiver);
  // The receiver is well, hangs, and is well again: what else happens on this machine meanwhile is in both.
  await round('well', ROUND_MS / 2);
  third.calls.length = 0;
  await round('hanging', ROUND_MS);
  const tried = new Set(third.calls.map(({ headers }) => headers['webhook-id'])).size;
  await round('well', ROUND_MS / 2);

  for (const [name, { well, hanging }] of Object.entries(figures)) {
    const [without, beside] = [p95(well), p95(hanging)];
    console.log(
      `${name}: p95 ${without} ms without, ${beside} ms beside a receiver that hangs (${well.length} and ${hanging.length} deliveries)`,
    );
    expect(beside, name).toBeLessThan(2 * without);
  }
  // It did hang, and was not simply forgotten.
  expect(tried).toBeGreaterThan(10);
}, 180_000);
