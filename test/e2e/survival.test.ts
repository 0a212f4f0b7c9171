import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, test } from 'vitest';
import { ContentListResponse } from '../../lib/content/api/content/list.ts';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { VerifyResponse } from '../../lib/identity/api/auth/responses.ts';
import { MembersResponse } from '../../lib/identity/api/team/list-members.ts';
import { WebhookCreateResponse } from '../../lib/webhooks/api/webhooks/create.ts';
import { WebhookListResponse } from '../../lib/webhooks/api/webhooks/list.ts';
import type { Credentials } from '../../tools/local-stack/demo.ts';
import { freePort } from '../../tools/local-stack/http.ts';
import { startLocalService } from '../../tools/local-stack/local-service.ts';
import { tableClient } from '../../tools/local-stack/seed.ts';
import { getTableInfo, injectFault, listMessages, listPosts, scanTable } from './assertions.ts';
import { createApiClient, DEADLINE_MS, getAccessToken, read, until, untilWithin } from './http-client.ts';
import { kill } from './local-command.ts';

const root = mkdtempSync(join(tmpdir(), 'journey-survival-'));
const children: ChildProcess[] = [];

afterAll(async () => {
  await Promise.all(children.map(kill));
  rmSync(root, { recursive: true, force: true });
});

/** Where one test's service runs, before and after it is killed. */
interface Home {
  folder: string;
  port: number;
  origin: string;
}

async function newFolder(): Promise<Home> {
  const port = await freePort();
  return { folder: mkdtempSync(join(root, 'data-')), port, origin: `http://127.0.0.1:${port}` };
}

const at = (timeMs: number) => new Date(timeMs).toISOString();

/** Start the service with its public command and wait until it responds. */
async function start(home: Home): Promise<{ child: ChildProcess; credentials: Credentials }> {
  const child = spawn(process.execPath, [resolve('bin/local.ts'), '--empty'], {
    env: { ...process.env, PORT: String(home.port), LOCAL_FOLDER: home.folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  await until('the service to start', async () => {
    if (child.exitCode !== null) throw new Error(output);
    return output.includes('is running') && (await fetch(`${home.origin}/v1/nothing`)).status === 404;
  });
  return { child, credentials: JSON.parse(readFileSync(join(home.folder, 'credentials.json'), 'utf8')) };
}

/** Process whose command line names the data folder: the database, and its shell. */
const processesOf = ({ folder }: Home) =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        // It ended while it was being inspected.
        return false;
      }
    });

/**
 * Open a receiver in this process, which does not die with the service. It verifies each call with its `secret` on arrival,
 * since a signature is valid for five minutes: `event` is what was signed, or the error.
 */
async function openReceiver() {
  const calls: { headers: IncomingHttpHeaders; body: string; status: number; event: unknown }[] = [];
  const receiver = { status: 500, secret: '', calls, url: '', close: () => {} };
  const verify = (body: string, headers: IncomingHttpHeaders) => {
    try {
      return new Webhook(receiver.secret).verify(body, headers as Record<string, string>);
    } catch (error) {
      return error;
    }
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    calls.push({ headers: request.headers, body, status: receiver.status, event: verify(body, request.headers) });
    response.writeHead(receiver.status).end();
  });
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  receiver.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return receiver;
}

describe.concurrent('SIGKILL with a post pending and deliveries in retry', () => {
  test('loses nothing: after a restart the post is published once and each delivery arrives under its id', async () => {
    const receiver = await openReceiver();
    const home = await newFolder();
    const startMs = Date.now();
    const first = await start(home);
    // The kill comes before the post is due. What precedes it starts functions, which on a busy machine takes far longer than
    // the start of the service from a cache.
    const leadMs = Math.max(120_000, 5 * (Date.now() - startMs));
    const token = await getAccessToken(first.credentials.base_url, first.credentials);
    const api = createApiClient(first.credentials.base_url, token);
    const endpoint = { url: receiver.url, events: ['*'] };
    const { secret, webhook_id } = read(await api('POST', '/webhooks', endpoint), 201, WebhookCreateResponse());
    receiver.secret = secret!;
    const text = 'it survives';
    const dueMs = Date.now() + leadMs;
    const body = { title: text, platforms: ['twitter', 'linkedin'], scheduled_at: at(dueMs) };
    const content = read(await api('POST', '/content', body), 201, ContentResponse());
    const far = { ...body, title: 'much later', scheduled_at: at(dueMs + 86_400_000) };
    const later = read(await api('POST', '/content', far), 201, ContentResponse());

    // In retry: the receiver returned 500, and the service has recorded it.
    const log = join(home.folder, 'logs', 'on-delivery-queued.log');
    const recorded = () => readFileSync(log, 'utf8').split('"response_status":500').length - 1;
    await until('four failed deliveries', () => existsSync(log) && recorded() >= 4);
    const failed = receiver.calls.map(({ headers }) => headers['webhook-id']);
    expect(new Set(failed).size).toBe(4);
    expect(processesOf(home).length).toBeGreaterThan(0);
    expect(await listPosts(home.origin)).toEqual([]);
    await kill(first.child);
    const killedMs = Date.now();
    expect(killedMs).toBeLessThan(dueMs);
    await until('the database to end with the service', () => processesOf(home).length === 0);

    receiver.status = 204;
    const second = await start(home);
    expect(second.credentials).toEqual(first.credentials);

    const done = await untilWithin('the post to go out', dueMs - Date.now() + DEADLINE_MS, async () => {
      const found = read(await api('GET', `/content/${content.id}`), 200, ContentResponse());
      return found.status !== 'scheduled' && found.status !== 'publishing' && found;
    });
    expect(done.status).toBe('published');
    const posts = await listPosts(home.origin);
    expect(posts.map((post) => [post.platform, post.text]).sort()).toEqual([
      ['linkedin', text],
      ['twitter', text],
    ]);
    for (const post of posts) expect(Date.parse(post.at)).toBeGreaterThanOrEqual(dueMs);

    // On a busy machine the second attempt comes before the kill, and the third one up to 330 s after it.
    const delivered = await untilWithin('the deliveries', 330_000 + DEADLINE_MS, () => {
      const good = receiver.calls.filter(({ status }) => status === 204);
      return good.length >= 5 && good;
    });
    const ids = delivered.map(({ headers }) => String(headers['webhook-id']));
    expect(new Set(ids).size).toBe(5);
    expect(ids).toEqual(expect.arrayContaining([...new Set(failed)]));
    for (const call of receiver.calls) {
      const id = call.headers['webhook-id'];
      expect(call.event).toEqual({ ...JSON.parse(call.body), id });
      // A retry is the same message, byte for byte.
      const others = receiver.calls.filter(({ headers }) => headers['webhook-id'] === id);
      expect(new Set(others.map((other) => other.body)).size).toBe(1);
    }
    expect(delivered.map((call) => JSON.parse(call.body).type).sort()).toEqual([
      'content.created',
      'content.created',
      'content.published',
      'content.scheduled',
      'content.scheduled',
    ]);

    // The token from before the kill is still valid, and everything created with it exists.
    expect(read(await api('GET', '/auth/verify'), 200, VerifyResponse()).client_id).toBe(first.credentials.client_id);
    await getAccessToken(second.credentials.base_url, first.credentials);
    const list = read(await api('GET', '/content'), 200, ContentListResponse());
    expect(list.data.map(({ id, status }) => [id, status])).toEqual([
      [later.id, 'scheduled'],
      [content.id, 'published'],
    ]);
    expect(list.pagination.total).toBe(2);
    const { webhooks } = read(await api('GET', '/webhooks'), 200, WebhookListResponse());
    expect(webhooks.map(({ id, status }) => [id, status])).toEqual([[webhook_id, 'active']]);
    expect(read(await api('GET', '/team/members'), 200, MembersResponse()).members.length).toBeGreaterThan(1);
    await kill(second.child);
    await until('nothing to be left', () => processesOf(home).length === 0);
    receiver.close();
  }, 1_800_000);
});

describe.concurrent('SIGKILL between the platform’s acceptance of a post and its response', () => {
  test('leaves one post: it is never sent again, and is found once its lease has expired', async () => {
    const home = await newFolder();
    const first = await start(home);
    const token = await getAccessToken(first.credentials.base_url, first.credentials);
    const api = createApiClient(first.credentials.base_url, token);
    const inbox = `${home.origin}/_inbox/dark`;
    read(await api('POST', '/webhooks', { url: inbox, events: ['*'] }), 201, WebhookCreateResponse());
    await injectFault(home.origin, 'twitter', 'hang');
    const text = 'accepted, outcome unknown';
    const body = { title: text, platforms: ['twitter'], scheduled_at: at(Date.now()) };
    const { id, targets } = read(await api('POST', '/content', body), 201, ContentResponse());
    await until('the platform to take it', async () => (await listPosts(home.origin)).length === 1);
    await kill(first.child);

    const second = await startLocalService({ port: home.port, folder: home.folder });
    try {
      const workspace_id = read(await api('GET', '/auth/verify'), 200, VerifyResponse()).workspace_id;
      const dueMessage = { workspace_id, schedule_id: targets[0]!.schedule_id };
      const runWorkers = () =>
        Promise.all([
          second.invoke('on-publish-due/twitter', dueMessage),
          second.invoke('on-publish-due/twitter', dueMessage),
          second.invoke('on-sweep-due', {}),
        ]);
      await runWorkers();
      // Its owner might still be working on it: nothing is decided yet.
      expect(read(await api('GET', `/content/${id}`), 200, ContentResponse()).status).toBe('publishing');
      expect(await listPosts(home.origin)).toHaveLength(1);

      await endLease(second, dueMessage.schedule_id);
      await runWorkers();
      const done = read(await api('GET', `/content/${id}`), 200, ContentResponse());
      expect(['unconfirmed', 'published']).toContain(done.status);
      await runWorkers();
      // X is asked whether the post exists, and it does.
      const publishedEvents = await until('content.published', async () => {
        const events = (await listMessages(inbox)).map((message) => JSON.parse(message.body));
        const published = events.filter((event) => event.type === 'content.published');
        return published.length > 0 && published;
      });
      const [post] = await listPosts(home.origin);
      expect(publishedEvents.map((event) => event.data.targets[0].platform_post_id)).toEqual([post!.id]);
      await runWorkers();
      expect(await listPosts(home.origin)).toHaveLength(1);
    } finally {
      await second.stop();
    }
    expect(processesOf(home)).toEqual([]);
  });

  /** Advance one entry by two minutes: the lease of the crashed attempt has expired. */
  async function endLease(service: Parameters<typeof getTableInfo>[0], entryId: string): Promise<void> {
    const table = getTableInfo(service);
    const entry = (await scanTable(table)).find((item) => item.entity === 'ScheduleEntry' && item.id === entryId);
    expect(entry?.state).toBe('sending');
    const client = tableClient(table);
    await client.send(
      new UpdateCommand({
        TableName: table.tableName,
        Key: { pk: entry?.pk, sk: entry?.sk },
        UpdateExpression: 'SET due_at = :past, due_sk = :past',
        ExpressionAttributeValues: { ':past': at(Date.now() - 1_000) },
      }),
    );
    client.destroy();
  }
});
