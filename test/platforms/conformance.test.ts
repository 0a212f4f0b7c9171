import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PUBLISHERS } from '../../lib/platforms/adapters.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { describePublishing } from './conformance/publishing-cases.ts';
import { startSimulatedServer } from './conformance/simulated-server.ts';
import { FIXTURES } from './fixtures.ts';
import {
  ACCOUNTS,
  makeConnection,
  makePost,
  startCannedServer,
  startRejectingServer,
  startServer,
  TOKEN,
} from './platforms.ts';

describe.each(PLATFORMS)('%s', (platform) => {
  describePublishing({ platform, start: () => startSimulatedServer(platform) });
});

describe.each(PLATFORMS)('%s, whatever the platform is', (platform) => {
  const publisher = PUBLISHERS[platform];
  const account = ACCOUNTS[platform];
  const post = makePost(platform);
  const send = (origin: string, deadlineMs?: number) =>
    publisher.send(post, FIXTURES[platform].prepared, account, makeConnection(origin, deadlineMs));

  it('retries when the connection is refused: nothing was sent', async () => {
    expect(await send(await startRejectingServer())).toMatchObject({
      outcome: 'retry',
      error: { code: 'unreachable', retryable: true },
      retryAfterSeconds: null,
    });
  });

  it('retries when the name does not resolve', async () => {
    expect(await send('http://nowhere.invalid')).toMatchObject({
      outcome: 'retry',
      error: { code: 'unreachable' },
    });
  });

  it('retries when TLS fails, and has not shown the token to the other side', async () => {
    let received = '';
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1');
        socket.end('not TLS');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const outcome = await send(`https://127.0.0.1:${port}`);
    await new Promise((resolve) => server.close(resolve));
    expect(outcome).toMatchObject({ outcome: 'retry', error: { code: 'unreachable' } });
    expect(received).not.toBe('');
    expect(received).not.toContain(TOKEN);
  });

  it('returns an unknown outcome for a post whose response is longer than 4 MiB', async () => {
    await using server = await startCannedServer(201, ' '.repeat(4 * 1024 * 1024 + 1));
    expect(await send(server.origin)).toMatchObject({ outcome: 'unknown', error: { code: 'no_answer' } });
  });

  it('returns an unknown outcome for a post whose response is incomplete JSON', async () => {
    await using server = await startCannedServer(201, '{"data":{"id":"14455');
    expect(await send(server.origin)).toMatchObject({ outcome: 'unknown', error: { code: 'no_id' } });
  });

  it('returns an unknown outcome for an id that is longer than any of the platform', async () => {
    const id = '1'.repeat(40);
    await using server = await startCannedServer(201, { id, data: { id } }, { 'x-restli-id': `urn:li:share:${id}` });
    expect(await send(server.origin)).toMatchObject({ outcome: 'unknown', error: { code: 'no_id' } });
  });

  it('does not decompress', async () => {
    const bytes = gzipSync('{"id":"1","data":{"id":"1"}}');
    await using server = await startServer((request, response) => {
      const accepted = request.headers['accept-encoding'] === 'identity';
      response.writeHead(accepted ? 201 : 400, { 'content-encoding': 'gzip' }).end(bytes);
    });
    expect(await send(server.origin)).toMatchObject({ outcome: 'unknown', error: { code: 'no_id' } });
  });

  it('does not follow a redirect', async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await send(server.origin)).toMatchObject({ outcome: 'unknown' });
    expect(server.urls).toHaveLength(1);
    expect(server.urls[0]).not.toBe('/elsewhere');
  });

  it('does not repeat a request that failed after it was sent', async () => {
    await using server = await startServer((_request, response) => response.destroy());
    expect(await send(server.origin)).toMatchObject({ outcome: 'unknown' });
    expect(server.urls).toHaveLength(1);
  });

  it('keeps the token out of urls, and out of errors when the platform echoes it', async () => {
    // The forms in which platforms explain an error; each platform reads at least one.
    const forms: ((said: string) => object)[] = [
      (said) => ({ detail: said, message: said, error: { message: said } }),
      (said) => ({ error: said, error_description: said }),
    ];
    const messages: string[] = [];
    for (const form of forms) {
      await using server = await startServer((request, response) => {
        response.writeHead(400).end(JSON.stringify(form(`Bad token: ${request.headers.authorization}`)));
      });
      const outcome = await send(server.origin);
      expect(JSON.stringify(outcome)).not.toContain(TOKEN);
      expect(server.urls.join()).not.toContain(TOKEN);
      messages.push(outcome.outcome === 'rejected' ? outcome.error.message : outcome.outcome);
    }
    expect(messages).toContainEqual(expect.stringContaining('[token]'));
  });
});
