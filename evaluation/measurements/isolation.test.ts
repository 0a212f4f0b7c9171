import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebhookCreateResponse } from '../../lib/webhooks/api/webhooks/create.ts';
import {
  type DeliveryStack,
  startDeliveryStack,
  startReceiver,
  type WebhookReceiver,
} from '../../test/e2e/deliveries.ts';
import { read, untilWithin } from '../../test/e2e/http-client.ts';

// The other work of this machine may affect one of the two more than the other.
const NOISY = { timeout: 240_000, retry: 1 };
const EVERY_MS = 500;
const FOR_MS = 60_000;

/** A service with two workspaces and three receivers, of which one hangs, or none. */
interface Scene {
  place: DeliveryStack;
  third: WebhookReceiver;
  healthy: { neighbour: WebhookReceiver; stranger: WebhookReceiver };
}

const scenes: Scene[] = [];

async function openScene(): Promise<Scene> {
  const place = await startDeliveryStack({ workspaces: 2 });
  const registered = async (workspace: number): Promise<WebhookReceiver> => {
    const receiver = await startReceiver();
    const body = { url: receiver.url, events: ['content.created'] };
    read(await place.workspaces[workspace]!.api('POST', '/webhooks', body), 201, WebhookCreateResponse());
    return receiver;
  };
  const scene = {
    place,
    third: await registered(0),
    healthy: { neighbour: await registered(0), stranger: await registered(1) },
  };
  scenes.push(scene);
  return scene;
}

let well: Scene;
let hanging: Scene;

beforeAll(async () => {
  well = await openScene();
  hanging = await openScene();
});

afterAll(async () => {
  for (const { place, third, healthy } of scenes) {
    await place.stop();
    for (const receiver of [third, ...Object.values(healthy)]) receiver.close();
  }
});

const sleep = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** Create the same events in every workspace of both services, repeatedly. Returns how many times. */
async function happen(forMs: number): Promise<number> {
  const workspaces = scenes.flatMap(({ place }) => place.workspaces);
  const endMs = Date.now() + forMs;
  let made = 0;
  while (Date.now() < endMs) {
    const began = Date.now();
    const body = { title: `Number ${made}`, platforms: ['twitter'] };
    const answers = await Promise.all(workspaces.map(({ api }) => api('POST', '/content', body)));
    for (const answer of answers) expect(answer.status, answer.text).toBe(201);
    made += 1;
    await sleep(Math.max(0, began + EVERY_MS - Date.now()));
  }
  return made;
}

/** The time from the event to its receipt, for every delivery since the last call. */
function latencies({ calls }: WebhookReceiver): number[] {
  return calls.splice(0).map(({ atMs, body }) => atMs - Date.parse(JSON.parse(body).timestamp));
}

function p95(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1]!;
}

test(
  'a receiver that hangs leaves the p95 of its workspace and of another below twice its value without it',
  NOISY,
  async () => {
    const healthy = [well, hanging].flatMap((scene) => Object.values(scene.healthy));
    const all = [...healthy, well.third, hanging.third];
    await happen(5_000);
    await sleep(2_000);
    for (const receiver of all) latencies(receiver);
    hanging.third.answer = () => {};
    const made = await happen(FOR_MS);
    await untilWithin('the healthy deliveries', 30_000, () => healthy.every(({ calls }) => calls.length >= made));

    const called = new Set(hanging.third.calls.map(({ headers }) => headers['webhook-id'])).size;
    for (const who of ['neighbour', 'stranger'] as const) {
      const [without, beside] = [well, hanging].map((scene) => p95(latencies(scene.healthy[who])));
      console.log(`${who}: p95 of ${made} deliveries ${without} ms, beside a receiver that hangs ${beside} ms`);
      expect(beside, who).toBeLessThan(2 * without!);
    }
    // It was called too: every delivery to it is attempted, and hangs.
    expect(called).toBeGreaterThan(made / 2);
  },
);
