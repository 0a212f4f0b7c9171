import type { Hash } from '../audit/audit-log.ts';

/** Failed token requests per client id, source address and minute before the rate limit applies. Contract, section 1. */
export const FAILED_EXCHANGES_PER_MINUTE = 30;

const IPV6_NETWORK_GROUPS = 4;

/**
 * Return the source that failed token requests are counted for: an IPv4 address, or the /64 network of an IPv6 address,
 * because one client has all addresses of it. Anything else is `unknown`.
 */
export function failureSource(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return /^[\d.]+$/.test(plain) ? plain : 'unknown';
  const [head = [], tail = []] = plain.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros: string[] = Array(8 - head.length - tail.length).fill('0');
  const network = [...head, ...zeros, ...tail].slice(0, IPV6_NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/**
 * Return the counter of a client id among the 256 of a source. Invented client ids therefore add no items, and a wrong
 * secret is counted exactly as an unknown client id is.
 */
export function failureCounter(clientId: string, hash: Hash): string {
  return `count_${hash(clientId).slice(0, 2)}`;
}
