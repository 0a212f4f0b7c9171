import { createServer as createTlsServer, type Server } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { sendRequest } from '../../../../lib/platforms/kit/http/request.ts';
import { selfSigned } from '../../certificate.ts';
import { LONG_TIMEOUT_MS, startServer } from '../../platforms.ts';

const trusted = getCACertificates('default');
const servers: { close(): unknown }[] = [];

afterEach(() => {
  setDefaultCACertificates(trusted);
  for (const server of servers.splice(0)) server.close();
});

async function listenOn(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

const get = (url: string, deadlineMs = LONG_TIMEOUT_MS) => sendRequest({ method: 'GET', url, headers: {}, deadlineMs });

describe('a request over TLS', () => {
  it('is answered by a server whose certificate is trusted', async () => {
    const { key, cert } = selfSigned();
    setDefaultCACertificates([...trusted, cert]);
    const port = await listenOn(createTlsServer({ key, cert }, (_request, response) => response.end('hi')));
    expect(await get(`https://127.0.0.1:${port}`)).toMatchObject({ response: { status: 200, body: 'hi' } });
  });

  it('counts as sent once the connection stands, whatever happens then', async () => {
    const { key, cert } = selfSigned();
    setDefaultCACertificates([...trusted, cert]);
    const port = await listenOn(createTlsServer({ key, cert }, (request) => request.socket.destroy()));
    expect(await get(`https://127.0.0.1:${port}`)).toMatchObject({ response: null, sent: true });
  });

  it('is not sent to a server whose certificate is not trusted', async () => {
    let requests = 0;
    const server = createTlsServer(selfSigned(), (_request, response) => {
      requests += 1;
      response.end();
    });
    const port = await listenOn(server);
    expect(await get(`https://127.0.0.1:${port}`)).toMatchObject({ response: null, sent: false });
    expect(requests).toBe(0);
  });

  it('is not sent when the deadline ends the handshake', async () => {
    const port = await listenOn(createTcpServer((socket) => socket.on('error', () => {}).resume()));
    expect(await get(`https://127.0.0.1:${port}`, 500)).toEqual({
      response: null,
      sent: false,
      reason: 'DEADLINE',
    });
  });
});

describe('a request', () => {
  it('is not sent, and does not throw, when a header cannot be written', async () => {
    await using server = await startServer((_request, response) => response.end());
    const headers = { authorization: 'Bearer a\nb' };
    const result = await sendRequest({
      method: 'GET',
      url: server.origin,
      headers,
      deadlineMs: LONG_TIMEOUT_MS,
    });
    expect(result).toEqual({ response: null, sent: false, reason: 'ERR_INVALID_CHAR' });
    expect(server.urls).toEqual([]);
  });

  it('counts as sent when the answer breaks off', async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('half', () => response.destroy());
    });
    expect(await get(server.origin)).toMatchObject({ response: null, sent: true });
  });

  it('carries its body to the last byte', async () => {
    let length: string | undefined;
    await using server = await startServer((request, response) => {
      length = request.headers['content-length'];
      response.end();
    });
    const body = new Uint8Array(3_000_000);
    await sendRequest({ method: 'PUT', url: server.origin, headers: {}, body, deadlineMs: LONG_TIMEOUT_MS });
    expect(length).toBe('3000000');
  });
});
