import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type HttpResponse, type OutboundRequest, type RequestFailure, sendRequest } from './send-request.ts';
import { blockedAddressReason, hostAddress, isLoopbackAddress } from './ssrf-guard.ts';

/** A request to a URL that a caller of the API chose. */
export interface VettedRequest extends Omit<OutboundRequest, 'url' | 'pin'> {
  url: URL;
  /** Development only: admits loopback addresses, also by plain HTTP. */
  allowLoopback: boolean;
  /** Replaces the DNS resolver in tests. */
  resolve?: ((hostname: string) => Promise<{ address: string; family: number }[]>) | undefined;
}

/** A host that no request was sent to. */
export type HostFailure = { status: null; phase: 'host'; code: 'BLOCKED' | 'DNS' | 'DEADLINE' };

/** The result of a vetted request; `status` is null without a response. */
export type VettedResult = HttpResponse | RequestFailure | HostFailure;

/** Limits the connections one request can cause when a name has many unreachable addresses. */
const MAX_ADDRESSES = 3;

/**
 * Send a request to a public address of the host, or to none. Never rejects. The name is resolved once, every address
 * must be public, and the connection goes to one of those addresses, so the name cannot lead to another one in between.
 * After a connection that cannot be opened, the next address is tried, at most three in all. A reused connection that
 * the peer had closed is replaced once. Both happen before the server has processed anything, so one call sends at most
 * one request.
 */
export async function sendVettedRequest(request: VettedRequest): Promise<VettedResult> {
  const addresses = await vettedAddresses(request);
  if (!Array.isArray(addresses)) return addresses;
  const serverName = hostAddress(request.url) === null ? request.url.hostname : '';
  let result: VettedResult = hostFailure('DNS');
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    const pinned = { ...request, pin: { address, serverName } };
    result = await sendRequest(pinned);
    if (result.status === null && result.isStale) result = await sendRequest({ ...pinned, keepAlive: false });
    const isUnreachable = result.status === null && result.phase === 'connect' && !request.signal.aborted;
    if (!isUnreachable) break;
  }
  return result;
}

/** Resolve the host and vet its addresses. IPv4 comes first: Lambda has no IPv6 outside a VPC. */
async function vettedAddresses(request: VettedRequest): Promise<string[] | HostFailure> {
  const { url, allowLoopback } = request;
  const literal = hostAddress(url);
  const addresses = literal === null ? await resolveHost(request) : [literal];
  if (!Array.isArray(addresses)) return addresses;
  const isAllowed = (address: string) =>
    blockedAddressReason(address, { allowLoopback }) === null &&
    // Plain HTTP is for loopback only, whatever the name resolves to.
    (url.protocol === 'https:' || isLoopbackAddress(address));
  if (!addresses.every(isAllowed)) return hostFailure('BLOCKED');
  return addresses.toSorted((a, b) => isIP(a) - isIP(b));
}

async function resolveHost({ url, signal, resolve }: VettedRequest): Promise<string[] | HostFailure> {
  // A lookup cannot be cancelled, so the deadline only stops waiting for it.
  const { promise: aborted, resolve: abort } = Promise.withResolvers<null>();
  signal.addEventListener('abort', () => abort(null), { once: true });
  try {
    const lookedUp = resolve ? resolve(url.hostname) : lookup(url.hostname, { all: true });
    const records = await Promise.race([lookedUp, aborted]);
    if (records === null) return hostFailure('DEADLINE');
    return records.length === 0 ? hostFailure('DNS') : records.map(({ address }) => address);
  } catch {
    return hostFailure('DNS');
  }
}

function hostFailure(code: HostFailure['code']): HostFailure {
  return { status: null, phase: 'host', code };
}
