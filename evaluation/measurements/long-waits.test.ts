import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { RETRY_SCHEDULE_SECONDS } from '../../lib/core/retry/back-off.ts';
import { WebhookCreateResponse } from '../../lib/webhooks/api/webhooks/create.ts';
import { getTableInfo, listPosts, scanTable } from '../../test/e2e/assertions.ts';
import { startDeliveryStack, startReceiver } from '../../test/e2e/deliveries.ts';
import { createApiClient, getAccessToken, read, untilWithin } from '../../test/e2e/http-client.ts';
import { BUSY_MACHINE_FACTOR } from '../../test/e2e/running-service.ts';
import { createFunctionClock } from '../../tools/local-stack/function-clock.ts';
import { startLocalService } from '../../tools/local-stack/local-service.ts';

// Generous, because a noisy machine may be slow.
vi.setConfig({ testTimeout: 180_000 });

test('a delivery is attempted ten times over days, and Lambda would stop none of its chains of messages', async () => {
  const lines: string[] = [];
  const place = await startDeliveryStack({ workspaces: 1, log: (line) => lines.push(line) });
  const receiver = await startReceiver();
  try {
    const { api } = place.workspaces[0]!;
    const body = { url: receiver.url, events: ['content.created'] };
    read(await api('POST', '/webhooks', body), 201, WebhookCreateResponse());
    const create = () => api('POST', '/content', { title: 'News', platforms: ['twitter'] });
    // An endpoint that has responded once gets all ten attempts.
    read(await create(), 201, ContentResponse());
    await untilWithin('the first delivery', 60_000, () => receiver.calls.length === 1);
    receiver.answer = (response) => response.writeHead(500).end();
    read(await create(), 201, ContentResponse());
    const delivery = async () =>
      (await scanTable(getTableInfo(place.service))).find(
        ({ entity, status }) => entity === 'Delivery' && status !== 'delivered',
      ) as { status: string; next_attempt_at: string | null; attempts: unknown[] } | undefined;
    for (let attempts = 1; attempts < RETRY_SCHEDULE_SECONDS.length; attempts++) {
      const { next_attempt_at } = await untilWithin(`attempt ${attempts}`, 60_000, async () => {
        const found = await delivery();
        return found?.attempts.length === attempts && found;
      });
      // The functions' time moves to the moment before the next attempt, which the sweep queues.
      place.clock.advance(Math.max(0, Date.parse(next_attempt_at!) - nowOf(place.clock) - 1_500));
      await place.service.invoke('on-sweep-due', {});
    }
    await untilWithin('the last attempt', 60_000, async () => (await delivery())?.status === 'exhausted');
    expect((await delivery())!.attempts).toHaveLength(RETRY_SCHEDULE_SECONDS.length);
    expect(lines.filter((line) => line.includes('RecursiveInvocationException'))).toEqual([]);
  } finally {
    receiver.close();
    await place.stop();
  }
});

test('posts are published at their time when EventBridge Scheduler rejects every schedule', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-schedules-'));
  const clock = createFunctionClock();
  const rejecting = await rejectSchedules();
  const service = await startLocalService({
    port: 0,
    folder,
    clock,
    timeoutFactor: BUSY_MACHINE_FACTOR,
    proxyEndpoint: rejecting.proxyOf,
  });
  try {
    const api = createApiClient(service.baseUrl, await getAccessToken(service.baseUrl, service.credentials));
    const scheduledMs = Date.now() + 600_000;
    const scheduled_at = new Date(scheduledMs).toISOString();
    const body = { title: 'On time', platforms: ['twitter', 'linkedin'], scheduled_at };
    const { id } = read(await api('POST', '/content', body), 201, ContentResponse());
    await untilWithin('both schedules to be rejected', 60_000, () => rejecting.count() >= 2);
    clock.advance(scheduledMs - Date.now() - 5_000);
    await service.invoke('on-sweep-due', {});
    const content = await untilWithin('both posts', 60_000, async () => {
      const found = read(await api('GET', `/content/${id}`), 200, ContentResponse());
      return found.status === 'published' && found;
    });
    for (const { published_at } of content.targets)
      expect(Date.parse(published_at!)).toBeGreaterThanOrEqual(scheduledMs);
    expect(await listPosts(service.url)).toHaveLength(2);
    const log = readFileSync(join(folder, 'logs', 'on-table-change.log'), 'utf8');
    expect(log).toContain('schedule rejected, left to the sweep');
    expect(log).not.toContain('stream record failed');
  } finally {
    await service.stop();
    await rejecting.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The functions' time. */
function nowOf(clock: ReturnType<typeof createFunctionClock>): number {
  return Date.now() + Number(new BigInt64Array(clock.buffer)[0]);
}

/** Proxy that reject every request for a schedule with the quota's error, and forward the others. */
async function rejectSchedules() {
  let rejected = 0;
  const servers: ReturnType<typeof createServer>[] = [];
  const proxyOf = async (endpoint: string) => {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (request.url?.startsWith('/schedules/')) {
        rejected += 1;
        const headers = { 'content-type': 'application/json', 'x-amzn-errortype': 'ServiceQuotaExceededException' };
        return void response.writeHead(402, headers).end('{"Message":"The account has too many schedules."}');
      }
      const { host: _, 'content-length': __, connection: ___, ...headers } = request.headers;
      const init = { method: request.method!, headers: headers as Record<string, string>, body: Buffer.concat(chunks) };
      const answer = await fetch(`${endpoint}${request.url}`, init).catch(() => null);
      if (!answer) return void response.destroy();
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
    servers.push(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const close = async () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  return { proxyOf, count: () => rejected, close };
}
