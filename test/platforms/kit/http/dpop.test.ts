import { createHash, createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createDpopKey, publicJwk } from '../../../../lib/platforms/kit/http/dpop.ts';
import { sendRequest } from '../../../../lib/platforms/kit/http/request.ts';
import { LONG_TIMEOUT_MS, startServer } from '../../platforms.ts';

const KEY = createDpopKey();
const TOKEN = 'token-of-an-account';

const send = (origin: string, accessToken: string | null = TOKEN) =>
  sendRequest({
    method: 'POST',
    url: `${origin}/xrpc/method?with=query`,
    headers: {},
    deadlineMs: LONG_TIMEOUT_MS,
    dpop: { key: KEY, accessToken },
  });

/** The parts of a proof, after its signature was verified with the key it contains. */
function read(proof: unknown) {
  const [header = '', payload = '', signature = ''] = String(proof).split('.');
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { jwk, ...rest } = parse(header);
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const bytes = Buffer.from(signature, 'base64url');
  const isValid = verify('sha256', Buffer.from(`${header}.${payload}`), { key, dsaEncoding: 'ieee-p1363' }, bytes);
  return { isValid, jwk, header: rest, payload: parse(payload) };
}

/** A server that answers each request by its number, from 1, and records the proofs. */
async function startRecorder(answer: (number: number) => { status: number; nonce?: string; body?: object } | 'drop') {
  const proofs: ReturnType<typeof read>[] = [];
  const server = await startServer((request, response) => {
    proofs.push(read(request.headers.dpop));
    const answered = answer(proofs.length);
    if (answered === 'drop') return void response.destroy();
    const { status, nonce, body = {} } = answered;
    response.writeHead(status, nonce === undefined ? {} : { 'dpop-nonce': nonce });
    response.end(JSON.stringify(body));
  });
  return Object.assign(server, { proofs });
}

const REJECTION = { status: 400, body: { error: 'use_dpop_nonce' } };

describe('a proof', () => {
  it('is signed with the key and names the method, the URL without its query, and the token', async () => {
    await using server = await startRecorder(() => ({ status: 200 }));
    await send(server.origin);
    const [proof] = server.proofs;
    expect(proof).toMatchObject({ isValid: true, header: { typ: 'dpop+jwt', alg: 'ES256' }, jwk: publicJwk(KEY) });
    expect(proof?.jwk).not.toHaveProperty('d');
    expect(proof?.payload).toMatchObject({
      htm: 'POST',
      htu: `${server.origin}/xrpc/method`,
      ath: createHash('sha256').update(TOKEN).digest('base64url'),
    });
    expect(Math.abs(proof!.payload.iat * 1000 - Date.now())).toBeLessThan(60_000);
  });

  it('names no token in a token request, and is another one for each request', async () => {
    await using server = await startRecorder(() => ({ status: 200 }));
    await send(server.origin, null);
    await send(server.origin, null);
    expect(server.proofs[0]?.payload).not.toHaveProperty('ath');
    expect(new Set(server.proofs.map(({ payload }) => payload.jti)).size).toBe(2);
  });
});

describe('a server that asks for a nonce', () => {
  it('receives the request once more, with its nonce', async () => {
    await using server = await startRecorder((number) =>
      number === 1 ? { ...REJECTION, nonce: 'n-1' } : { status: 200, nonce: 'n-2' },
    );
    expect(await send(server.origin)).toMatchObject({ response: { status: 200 } });
    expect(server.proofs.map(({ payload }) => payload.nonce)).toEqual([undefined, 'n-1']);
    await send(server.origin);
    expect(server.proofs.map(({ payload }) => payload.nonce)).toEqual([undefined, 'n-1', 'n-2']);
  });

  it('is asked no more than twice', async () => {
    await using server = await startRecorder((number) => ({ ...REJECTION, nonce: `n-${number}` }));
    expect(await send(server.origin)).toMatchObject({ response: { status: 400 } });
    expect(server.proofs).toHaveLength(2);
  });
});

it.each([
  ['a lost response', () => 'drop' as const, { response: null, sent: true }],
  [
    'another rejection',
    () => ({ status: 400, nonce: 'n', body: { error: 'invalid_grant' } }),
    { response: { status: 400 } },
  ],
  ['an error of the server', () => ({ ...REJECTION, status: 500, nonce: 'n' }), { response: { status: 500 } }],
])('%s is not followed by a second request, because the first one may have taken effect', async (_, answer, result) => {
  await using server = await startRecorder(answer);
  expect(await send(server.origin)).toMatchObject(result);
  expect(server.proofs).toHaveLength(1);
});
