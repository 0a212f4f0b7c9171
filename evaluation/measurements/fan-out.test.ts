import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { EventListResponse } from '../../lib/webhooks/api/events/list.ts';
import { WebhookCreateResponse } from '../../lib/webhooks/api/webhooks/create.ts';
import { DeliveryListResponse } from '../../lib/webhooks/api/webhooks/list-deliveries.ts';
import { payloadSchema } from '../../lib/webhooks/events/payload-schemas.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { assertDocumented, getAccessToken, untilWithin } from '../../test/e2e/http-client.ts';
import { useRunningService } from '../../test/e2e/running-service.ts';

// The full proof is 10,000 events: `npm run fan-out -w evaluation`, which takes long.
const EVENTS = Number(process.env.FAN_OUT_EVENTS ?? 50);
const ENDPOINTS = 20;
const DEADLINE_MS = 240_000 + EVENTS * 1_000;
const AT_ONCE = 10;
/** How many deliveries may be pending: the sweep treats what waits too long as lost. */
const MAX_AHEAD = 1_000;
const FUNCTION = 'on-delivery-queued';
/** The visibility timeout of the queue is a minute, and the sweep leaves a later attempt fifteen seconds more. */
const LEASE_END_MS = 76_000;

const { service, clock } = useRunningService();
let api: <S extends z.ZodMiniType>(
  method: string,
  path: string,
  body: unknown,
  shape: S,
  key?: string,
) => Promise<z.infer<S>>;

beforeAll(async () => {
  let token = await getAccessToken(service.baseUrl, service.credentials);
  api = async (method, path, body, shape, key) => {
    for (let failures = 0; ; ) {
      const answer = await fetch(`${service.baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const { pathname: target } = new URL(answer.url);
      assertDocumented(
        { method, target },
        { status: answer.status, headers: Object.fromEntries(answer.headers), text },
      );
      // A workspace has 10,000 requests a minute, and this may exceed it.
      if (answer.status === 429) {
        await sleep(Number(answer.headers.get('retry-after')) * 1000);
        continue;
      }
      // A token ends after an hour, and this may take longer.
      if (answer.status === 401) {
        token = await getAccessToken(service.baseUrl, service.credentials);
        continue;
      }
      // A machine that does this may be too busy for one request; with its key the retry creates the item once.
      if (answer.status >= 500 && key && failures++ < 3) continue;
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return shape.parse(JSON.parse(text));
    }
  };
});

const sleep = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** The outcome of one event at one endpoint. */
interface Received {
  rejected: number;
  taken: number;
}

/**
 * Twenty receivers on one port, by their hosts and paths. Each rejects the first attempt of one in twenty of its events,
 * and `onCall` is called for every request before its response.
 */
async function openReceivers(onCall: (count: number) => void) {
  const received = Array.from({ length: ENDPOINTS }, () => new Map<string, Received>());
  const secrets: string[] = [];
  const verdicts: boolean[] = [];
  const takenMs: number[] = [];
  let calls = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    calls += 1;
    onCall(calls);
    const endpoint = Number(request.url!.slice(1));
    const id = String(request.headers['webhook-id']);
    const so = received[endpoint]!.get(id) ?? { rejected: 0, taken: 0 };
    received[endpoint]!.set(id, so);
    if (so.rejected + so.taken === 0 && isUnlucky(endpoint, id)) {
      so.rejected += 1;
      response.writeHead(500).end();
      return;
    }
    so.taken += 1;
    if (so.taken === 1) takenMs.push(Date.now());
    if (calls % 50 === 0) verdicts.push(isGood(secrets[endpoint]!, request.headers, body));
    response.writeHead(204).end();
  });
  await new Promise<void>((resume) => server.listen(0, '0.0.0.0', resume));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return {
    // One host each: the requests of a workspace to one host are limited.
    url: (endpoint: number) => `http://127.0.0.${endpoint + 1}:${port}/${endpoint}`,
    received,
    secrets,
    verdicts,
    takenMs,
    close,
  };
}

/** Whether a message verifies with the independent library, and matches the schema of its event module. */
function isGood(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  try {
    const payload = new Webhook(secret).verify(body, headers as Record<string, string>);
    return payloadSchema('content.created').safeParse(payload).success;
  } catch {
    return false;
  }
}

function isUnlucky(endpoint: number, id: string): boolean {
  return createHash('sha256').update(`${endpoint}/${id}`).digest().readUInt32BE() % 20 === 0;
}

/** Every event about new content, from the event list. */
async function loggedEvents(): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { events, pagination }: z.infer<ReturnType<typeof EventListResponse>> = await api(
      'GET',
      `/events?type=content.created&limit=100${query}`,
      undefined,
      EventListResponse(),
    );
    ids.push(...events.map(({ id }) => id));
    cursor = pagination.next_cursor;
  }
  return ids;
}

describe(`${EVENTS} events to ${ENDPOINTS} endpoints`, () => {
  test(
    'arrive at each at least once though 5 % are rejected at first and a worker crashes; none is lost or exhausted',
    async () => {
      const all = EVENTS * ENDPOINTS;
      let killedAtMs = 0;
      const receivers = await openReceivers((count) => {
        // A request has arrived and has no response yet: a worker is in the middle of its batch.
        if (killedAtMs === 0 && count >= all / 4 && service.kill(FUNCTION)) killedAtMs = Date.now();
      });
      const { received, secrets, verdicts, takenMs } = receivers;
      const webhooks: string[] = [];
      for (let endpoint = 0; endpoint < ENDPOINTS; endpoint++) {
        const body = { url: receivers.url(endpoint), events: ['content.created'] };
        const { secret, webhook_id } = await api('POST', '/webhooks', body, WebhookCreateResponse());
        secrets.push(secret!);
        webhooks.push(webhook_id);
      }

      let made = 0;
      const makers = Array.from({ length: AT_ONCE }, async () => {
        while (made < EVENTS) {
          if (made * ENDPOINTS - takenMs.length > MAX_AHEAD) {
            await sleep(50);
            continue;
          }
          made += 1;
          const body = { title: `Item ${made}`, platforms: ['twitter'] };
          await api('POST', '/content', body, ContentResponse(), `item-${made}`);
        }
      });
      await Promise.all(makers);

      const count = async (status: DeliveryStatus) => {
        const totals = await Promise.all(
          webhooks.map(async (id) => {
            const path = `/webhooks/${id}/deliveries?limit=1&status=${status}`;
            return (await api('GET', path, undefined, DeliveryListResponse())).pagination.total;
          }),
        );
        return totals.reduce((sum, total) => sum + total, 0);
      };
      let isLeaseOver = false;
      await untilWithin(`${all} deliveries`, DEADLINE_MS, async () => {
        const isNearlyDone = all - takenMs.length < ENDPOINTS;
        if (isNearlyDone && (await count('delivered')) === all) return true;
        // The queue delivers the batch of the killed worker again, once its visibility timeout is over.
        if (isNearlyDone && killedAtMs > 0) {
          if (!isLeaseOver) clock.advance(LEASE_END_MS);
          isLeaseOver = true;
          await service.invoke('on-sweep-due', {});
        }
        await sleep(500);
        return false;
      });

      const events = (await loggedEvents()).sort();
      expect(events).toHaveLength(EVENTS);
      for (const each of received) expect([...each.keys()].sort()).toEqual(events);
      expect(killedAtMs).toBeGreaterThan(0);
      const ended = await Promise.all(DELIVERY_STATUSES.map(count));
      expect(ended).toEqual(DELIVERY_STATUSES.map((status) => (status === 'delivered' ? all : 0)));

      const outcomes = received.flatMap((each) => [...each.values()]);
      const rejected = outcomes.filter((each) => each.rejected > 0).length;
      expect(rejected / all).toBeGreaterThan(0.01);
      expect(rejected / all).toBeLessThan(0.12);
      expect(verdicts.length).toBeGreaterThan(10);
      expect(verdicts).toEqual(verdicts.map(() => true));
      const again = outcomes.reduce((sum, each) => sum + each.taken - 1, 0);
      const seconds = (ms: number) => (ms / 1000).toFixed(1);
      const firstMs = takenMs[0]!;
      const most = Math.floor(0.9 * all);
      console.log(
        [
          `${EVENTS} events, ${all} deliveries to ${ENDPOINTS} endpoints in ${seconds(takenMs.at(-1)! - firstMs)} s;`,
          `the first 90 % at ${Math.round((1000 * most) / (takenMs[most]! - firstMs))} a second.`,
          `${rejected} were rejected at first, ${again} received more than once;`,
          `a worker was killed after ${seconds(killedAtMs - firstMs)} s.`,
        ].join(' '),
      );
      receivers.close();
    },
    2 * DEADLINE_MS,
  );
});
