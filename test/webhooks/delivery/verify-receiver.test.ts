import { describe, expect, it } from 'vitest';
import { verifyReceiver } from '../../../lib/webhooks/delivery/verify-receiver.ts';
import { httpReceiver, rawReceiver, tlsReceiver } from './receivers.ts';

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

/** Verify the URL of a receiver on this machine. */
function verify(url: string, deadlineMs = 20_000, allowLoopback = true) {
  return verifyReceiver({ id: 'wh_1', url, secret: SECRET }, { nowMs: Date.now(), deadlineMs, allowLoopback });
}

describe('verifyReceiver', () => {
  it('returns null for the challenge, which is another one each time', async () => {
    const challenges: string[] = [];
    const { port } = await httpReceiver((request, response) => {
      challenges.push(JSON.parse(request.body).challenge);
      response.end(JSON.stringify({ challenge: challenges.at(-1) }));
    });
    const url = `http://127.0.0.1:${port}/`;
    expect([await verify(url), await verify(url)]).toEqual([null, null]);
    expect(new Set(challenges).size).toBe(2);
    expect(challenges[0]!.length).toBeGreaterThanOrEqual(32);
  });

  it('reports a receiver that does not respond', async () => {
    const { port } = await httpReceiver(() => {});
    expect(await verify(`http://127.0.0.1:${port}/`, 300)).toBe('timeout');
  });

  it('reads no more than the beginning of an endless response', async () => {
    const { port } = await rawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n');
      const flood = () => {
        while (socket.writable && socket.write(' '.repeat(65_536))) if (socket.destroyed) return;
      };
      socket.on('drain', flood);
      flood();
    });
    expect(await verify(`http://127.0.0.1:${port}/`)).toBe('challenge_failed');
  });

  it('reports a certificate that is not valid', async () => {
    const { port } = await tlsReceiver('self-signed.pem');
    expect(await verify(`https://localhost:${port}/`)).toBe('tls_error');
  });

  it('sends nothing to this machine or a private network', async () => {
    const { port, seen } = await httpReceiver((_, response) => response.end());
    expect(await verify(`https://127.0.0.1:${port}/`, 20_000, false)).toBe('connection_refused');
    expect(await verify('https://192.168.0.1/', 20_000, false)).toBe('connection_refused');
    expect(seen.connections).toBe(0);
  });
});
