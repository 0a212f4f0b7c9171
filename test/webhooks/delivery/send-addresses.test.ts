import { Socket, type TcpSocketConnectOpts } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendWebhook } from '../../../lib/webhooks/delivery/send.ts';
import { ADDRESSES } from '../../core/net/addresses.ts';
import { httpReceiver, resolver, send } from './receivers.ts';

/** Where connections were opened to while a test ran. */
let dialled: { host: string | undefined; port: number }[];

/** Write down every connection that is opened. With `cut` none of them leaves this machine. */
function watchConnections({ cut }: { cut: boolean }): void {
  const connect = Socket.prototype.connect;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    // Called inside of node as well, with its arguments normalized to a list.
    const [options] = args.flat() as [TcpSocketConnectOpts];
    dialled.push({ host: options.host, port: Number(options.port) });
    if (!cut) return Reflect.apply(connect, this, args) as Socket;
    process.nextTick(() => this.destroy(Object.assign(new Error('cut'), { code: 'ECONNREFUSED' })));
    return this;
  });
}

beforeEach(() => {
  dialled = [];
});

afterEach(() => vi.restoreAllMocks());

const sendTo = (url: string, address: string) =>
  sendWebhook({
    url,
    headers: {},
    body: '{}',
    deadlineMs: 2000,
    allowLoopback: false,
    resolve: resolver([address]),
  });

describe('a connection', () => {
  beforeEach(() => watchConnections({ cut: true }));

  test.each(ADDRESSES)('to %s, resolved from a name, is allowed as at registration: %s', async (address, rejection) => {
    const { errorClass } = await sendTo('https://receiver.example/hook', address);
    expect(errorClass).toBe(rejection === null ? 'connect' : 'blocked');
    expect(dialled).toEqual(rejection === null ? [{ host: address, port: 443 }] : []);
  });

  test.each(ADDRESSES.filter(([ip]) => !ip.includes('%')))(
    'to %s, in a stored URL, is allowed as at registration: %s',
    async (address, rejection) => {
      const host = address.includes(':') ? `[${address}]` : address;
      const { errorClass } = await sendTo(`https://${host}/hook`, '8.8.8.8');
      expect(errorClass).toBe(rejection === null ? 'connect' : 'blocked');
      expect(dialled).toHaveLength(rejection === null ? 1 : 0);
    },
  );

  test('is not opened after a name resolves to a blocked address, though it was allowed before', async () => {
    const resolve = resolver(['203.0.114.7'], ['169.254.169.254']);
    const request = { url: 'https://receiver.example/', headers: {}, body: '{}', deadlineMs: 2000 };
    const attempts = [];
    for (let time = 0; time < 2; time++) {
      attempts.push((await sendWebhook({ ...request, allowLoopback: false, resolve })).errorClass);
    }
    expect(attempts).toEqual(['connect', 'blocked']);
    expect(dialled).toEqual([{ host: '203.0.114.7', port: 443 }]);
  });

  test('to a local name is rejected in production, though development allowed it before', async () => {
    const resolve = resolver(['203.0.114.7'], ['203.0.114.7']);
    const request = { url: 'https://receiver.localhost/', headers: {}, body: '{}', deadlineMs: 2000, resolve };
    const attempts = [];
    for (const allowLoopback of [true, false]) {
      attempts.push((await sendWebhook({ ...request, allowLoopback })).errorClass);
    }
    expect(attempts).toEqual(['connect', 'blocked']);
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('%d to the metadata address opens no connection there', async (status) => {
    const receiver = await httpReceiver((_, response) => {
      response.writeHead(status, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    });
    watchConnections({ cut: false });
    expect(await send(receiver)).toMatchObject({ status, errorClass: null, ok: false });
    expect(dialled).toEqual([{ host: '127.0.0.1', port: receiver.port }]);
  });
});
