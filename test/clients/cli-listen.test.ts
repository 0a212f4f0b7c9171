import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../clients/typescript/src/webhooks.ts';
import { freePort, listen } from '../../tools/local-stack/http.ts';
import { until } from '../e2e/http-client.ts';
import { useRunningService } from '../e2e/running-service.ts';
import { buildCommandLine, runCommand, startCommand } from './command-line.ts';

// `cis listen` on the local service, with a receiver that verifies with the TypeScript library.

const { service, api } = useRunningService();
const folder = mkdtempSync(join(tmpdir(), 'cli-listen-'));
const env: Record<string, string> = { XDG_CONFIG_HOME: folder };
let program: string;

beforeAll(() => {
  program = buildCommandLine(folder);
  const { base_url, client_id, client_secret } = service.credentials;
  Object.assign(env, { CIS_BASE_URL: base_url, CIS_CLIENT_ID: client_id, CIS_CLIENT_SECRET: client_secret });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cis = (...args: string[]) => runCommand(program, args, { env });

interface Received {
  type: string;
  data: { title: string };
}

/** Start a receiver on a port that rejects its first request. Returns what it accepts, in the order of arrival. */
async function startReceiver(port: number, secret: string) {
  const accepted: Received[] = [];
  let requests = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests += 1;
    const event = await verifyWebhook(body, request.headers as Record<string, string>, secret).catch(() => null);
    const isAccepted = event !== null && requests > 1;
    if (isAccepted) accepted.push(event as unknown as Received);
    response.writeHead(isAccepted ? 204 : 500).end();
  });
  await listen(server, port);
  return { accepted, stop: () => server.close() };
}

async function createDraft(title: string): Promise<string> {
  const { text } = await api('POST', '/content', { title, platforms: ['x'] });
  return JSON.parse(text).id;
}

describe('cis listen', () => {
  test('sends each event of the types once its receiver accepts it, in order, and signed', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/hooks`;
    const args = ['listen', '--forward-to', url, '--events', 'content.created,content.scheduled', '--since', '1m'];
    const child = startCommand(program, args, env);
    const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
    let [stdout, stderr] = ['', ''];
    child.stdout!.on('data', (chunk) => (stdout += chunk));
    child.stderr!.on('data', (chunk) => (stderr += chunk));
    const secret = await until('the secret', () => /secret (whsec_\S+)\./.exec(stderr)?.[1]);
    expect((await cis('listen', '--print-secret')).stdout).toBe(`${secret}\n`);
    const first = await createDraft('Event one');
    await until('a failed attempt', () => stderr.includes(`${url} does not respond.`));
    await createDraft('Event two');
    const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
    await api('PUT', `/content/${first}`, { scheduled_at });
    // Of another type.
    await api('PUT', `/content/${first}`, { status: 'cancelled' });
    await createDraft('Event three');
    const receiver = await startReceiver(port, secret);
    try {
      await until('every event', () => receiver.accepted.length >= 4);
      const types = receiver.accepted.map(({ type, data }) => [type, data.title]);
      expect(types).toEqual([
        ['content.created', 'Event one'],
        ['content.created', 'Event two'],
        ['content.scheduled', 'Event one'],
        ['content.created', 'Event three'],
      ]);
      const { text } = await api('GET', '/events?type=content.created');
      expect(JSON.parse(text).events.reverse().slice(0, 2)).toEqual(receiver.accepted.slice(0, 2));
      expect(stderr).toContain(`${url} responds with 500.`);
      await until('the lines', () => stdout.split('\n').length > 3);
      expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({ type: 'content.created', response_status: 204 });
    } finally {
      child.kill('SIGINT');
      receiver.stop();
    }
    expect(await ended).toBe('SIGINT');
  });

  test.each([
    [[], '--forward-to is missing'],
    [['--forward-to', 'localhost'], '--forward-to is no URL'],
    [['--forward-to', 'http://127.example.com/hooks'], '--forward-to is a URL of this machine'],
    [['--forward-to', 'http://localhost:1/', '--events', 'content.publishd'], 'Did you mean content.published?'],
    [['--forward-to', 'http://localhost:1/', '--since', 'ever'], '--since is a duration'],
  ])('sends nothing with wrong arguments: %j', async (args, reason) => {
    expect(await cis('listen', ...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
  });
});
