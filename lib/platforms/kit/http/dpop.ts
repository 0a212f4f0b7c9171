import { createHash, createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { asString, getPath, parseJsonBody } from './json-response.ts';
import type { HttpResponse, PlatformRequest, RequestResult } from './request.ts';

/**
 * Binds a request to a key (DPoP, RFC 9449). `key` is an ES256 private key as a JWK; `accessToken` is the token that the
 * request sends, null for a token request.
 */
export interface DpopBinding {
  key: string;
  accessToken: string | null;
}

/** The latest nonce of each server, which a proof must contain. The URLs of servers come from users. */
const nonces = new Map<string, string>();
const MAX_NONCES = 1000;

/** Create the private key of an account's tokens, as a JWK. */
export function createDpopKey(): string {
  const { d, ...rest } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  return JSON.stringify({ ...rest, d });
}

/** Sign a JSON Web Token with an ES256 private key (JWK). */
function signJwt(header: object, payload: object, key: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ ...header, alg: 'ES256' })}.${encode(payload)}`;
  const privateKey = createPrivateKey({ key: JSON.parse(key), format: 'jwk' });
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

/** Return the public part of a private key, as a JWK without other members. */
export function publicJwk(key: string): { kty: string; crv: string; x: string; y: string } {
  const { kty, crv, x, y } = JSON.parse(key);
  return { kty, crv, x, y };
}

/** Build the proof for one request. Its `jti` is new each time, because servers reject a proof that they have seen. */
function createProof({ method, url }: PlatformRequest, { key, accessToken }: DpopBinding, nonce?: string): string {
  const { origin, pathname } = new URL(url);
  const payload = {
    jti: randomUUID(),
    htm: method,
    htu: `${origin}${pathname}`,
    iat: Math.floor(Date.now() / 1000),
    ...(nonce === undefined ? {} : { nonce }),
    ...(accessToken === null ? {} : { ath: createHash('sha256').update(accessToken).digest('base64url') }),
  };
  return signJwt({ typ: 'dpop+jwt', jwk: publicJwk(key) }, payload, key);
}

/** Check for the rejection of a proof without the present nonce. The server has processed nothing then. */
function asksForNonce({ status, headers, ...answer }: HttpResponse): boolean {
  if (status !== 400 && status !== 401) return false;
  const isNamed = getPath(parseJsonBody({ status, headers, ...answer }), 'error') === 'use_dpop_nonce';
  return isNamed || /\berror="use_dpop_nonce"/.test(headers['www-authenticate'] ?? '');
}

/**
 * Send a request with a proof of its key, and once more with the nonce that the server asks for. The first rejection means
 * that nothing was processed, so the request takes effect at most once. Both share the deadline.
 */
export async function sendWithProof(
  request: PlatformRequest,
  binding: DpopBinding,
  send: (request: PlatformRequest) => Promise<RequestResult>,
): Promise<RequestResult> {
  const { origin } = new URL(request.url);
  const endMs = performance.now() + request.deadlineMs;
  const sendOnce = async () => {
    const dpop = createProof(request, binding, nonces.get(origin));
    const deadlineMs = Math.max(1, Math.floor(endMs - performance.now()));
    const result = await send({ ...request, headers: { ...request.headers, dpop }, deadlineMs });
    const nonce = asString(result.response?.headers['dpop-nonce']);
    if (nonce !== undefined) remember(origin, nonce);
    return result;
  };
  const first = await sendOnce();
  return first.response && asksForNonce(first.response) ? sendOnce() : first;
}

function remember(origin: string, nonce: string): void {
  if (nonces.size >= MAX_NONCES && !nonces.has(origin)) nonces.clear();
  nonces.set(origin, nonce);
}
