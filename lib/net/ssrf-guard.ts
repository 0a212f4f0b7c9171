import { isIP } from 'node:net';
import { type SpecialUseRange, specialUseRange } from './special-use-ranges.ts';

const MAX_LENGTH = 2048;

/**
 * The class of addresses for which `ip` (canonical text, IPv4 or IPv6) is refused as a receiver, or null
 * when webhooks may go to it. Only public unicast passes. An IPv6 address that carries an IPv4 address
 * inside is refused whatever that address is: a translator on the way would decide where it leads.
 * `allowLoopback` admits 127.0.0.0/8 and ::1, nothing else.
 */
export function blockedAddressReason(
  ip: string,
  options: { allowLoopback: boolean },
): SpecialUseRange | null {
  const refusal = specialUseRange(ip);
  return refusal === 'loopback' && options.allowLoopback ? null : refusal;
}

/**
 * Decides whether a webhook endpoint may be registered at `raw`, without resolving its name.
 * Gives the normalised URL to store and to send to (lower case, punycode, IP literals in canonical form,
 * no fragment, no trailing dot), or a sentence for the field `url` that says which rule it breaks.
 *
 * Only https on ports 443 and 8443 passes. `allowLoopback` is for development: it adds http and any port
 * at loopback addresses, `localhost` and names under it, and lifts the rules about local names; where
 * such a name leads is still decided by its addresses at delivery.
 */
export function validateReceiverUrl(
  raw: string,
  options: { allowLoopback: boolean },
): { url: string } | { refusal: string } {
  const tooLong = { refusal: `The URL must be at most ${MAX_LENGTH} characters long.` };
  if (raw.length > MAX_LENGTH) return tooLong;
  // The parser drops or rewrites these in silence, so what it reads would not be what was written.
  if (/[\s\p{Cc}\\]/u.test(raw)) {
    return { refusal: 'The URL must not contain whitespace, control characters or backslashes.' };
  }
  // The parser also takes https:example.com and https:///example.com for https://example.com.
  const authority = /^https?:\/\/([^/?#]+)/i.exec(raw)?.[1];
  if (authority === undefined) return { refusal: 'The URL must begin with https:// and a host.' };
  if (authority.includes('@')) return { refusal: 'The URL must not contain a user name or password.' };
  if (!URL.canParse(raw)) return { refusal: 'The URL is not valid.' };

  // From here only the parsed host counts: 0x7f.1, 2130706433 and １２７.0.0.1 have become 127.0.0.1.
  const url = new URL(raw);
  url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);

  const ip = hostAddress(url);
  const hostRefusal =
    ip === null ? nameViolation(url.hostname, options) : literalViolation(blockedAddressReason(ip, options));
  if (hostRefusal !== null) return { refusal: hostRefusal };

  const isLoopback = ip === null ? isLocalhost(url.hostname) : isLoopbackAddress(ip);
  if (!(options.allowLoopback && isLoopback)) {
    if (url.protocol !== 'https:') return { refusal: 'The URL must begin with https://.' };
    if (!['', '8443'].includes(url.port)) return { refusal: 'The port of the URL must be 443 or 8443.' };
  }
  // Percent-encoding and punycode may have made it longer.
  return url.href.length > MAX_LENGTH ? tooLong : { url: url.href };
}

/** The IP address a parsed URL names as its host, without the brackets of IPv6; null for a host name. */
export function hostAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? null : host;
}

/** Whether an address is 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(ip: string): boolean {
  return specialUseRange(ip) === 'loopback';
}

function isLocalhost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}

function literalViolation(refusal: string | null): string | null {
  if (refusal === null) return null;
  return `The URL must lead to a public address; its host is in a range refused as ${refusal}.`;
}

function nameViolation(name: string, options: { allowLoopback: boolean }): string | null {
  const labels = name.split('.');
  if (name.length > 253 || !labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label))) {
    return 'The host of the URL is not a valid domain name.';
  }
  if (options.allowLoopback) return null;
  if (labels.length === 1) return 'The host of the URL must be a full domain name.';
  if (['localhost', 'internal', 'local'].includes(labels.at(-1) ?? '')) {
    return 'The host of the URL must be a public name, not one under localhost, internal or local.';
  }
  return null;
}
