import { isIP } from 'node:net';
import { type SpecialUseRange, specialUseRange } from './special-use-ranges.ts';

const MAX_LENGTH = 2048;

/**
 * Return the special-use range that blocks requests to `ip` (canonical IPv4 or IPv6 text), or null. Only public unicast
 * addresses are allowed. An IPv6 address with an embedded IPv4 address is always blocked, because a translator in the
 * network would decide its destination. `allowLoopback` allows 127.0.0.0/8 and ::1.
 */
export function blockedAddressReason(ip: string, options: { allowLoopback: boolean }): SpecialUseRange | null {
  const range = specialUseRange(ip);
  return range === 'loopback' && options.allowLoopback ? null : range;
}

/**
 * Validate the URL of a webhook endpoint, without resolving its name. Returns the normalized URL to store and to send
 * to (lower case, punycode, canonical IP literals, no fragment, no trailing dot), or a sentence about the rule that the
 * URL violates, for the field `url`. Only https on ports 443 and 8443 is allowed. `allowLoopback` is for development:
 * it also allows http and any port at loopback addresses, `localhost` and its subdomains, and local names. The
 * addresses of a name are checked at delivery in any case.
 */
export function validateReceiverUrl(
  raw: string,
  options: { allowLoopback: boolean },
): { url: string } | { rejection: string } {
  const tooLong = { rejection: `The URL must be at most ${MAX_LENGTH} characters long.` };
  if (raw.length > MAX_LENGTH) return tooLong;
  // The parser silently removes or rewrites these, so the result would differ from the input.
  if (/[\s\p{Cc}\\]/u.test(raw)) {
    return { rejection: 'The URL must not contain whitespace, control characters or backslashes.' };
  }
  // The parser also reads https:example.com and https:///example.com as https://example.com.
  const authority = /^https?:\/\/([^/?#]+)/i.exec(raw)?.[1];
  if (authority === undefined) return { rejection: 'The URL must begin with https:// and a host.' };
  if (authority.includes('@')) return { rejection: 'The URL must not contain a user name or password.' };
  if (!URL.canParse(raw)) return { rejection: 'The URL is not valid.' };

  // The parser has normalized the host: 0x7f.1, 2130706433 and １２７.0.0.1 are now 127.0.0.1.
  const url = new URL(raw);
  url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);

  const ip = hostAddress(url);
  const range = ip === null ? null : blockedAddressReason(ip, options);
  if (range !== null) {
    return { rejection: `The URL must resolve to a public IP address. Its host is rejected as ${range}.` };
  }
  const nameRejection = ip === null ? nameViolation(url.hostname, options) : null;
  if (nameRejection !== null) return { rejection: nameRejection };

  const isLoopback = ip === null ? /(^|\.)localhost$/.test(url.hostname) : isLoopbackAddress(ip);
  if (!(options.allowLoopback && isLoopback)) {
    if (url.protocol !== 'https:') return { rejection: 'The URL must begin with https://.' };
    if (!['', '8443'].includes(url.port)) return { rejection: 'The port of the URL must be 443 or 8443.' };
  }
  // Percent-encoding and punycode may make the URL longer.
  return url.href.length > MAX_LENGTH ? tooLong : { url: url.href };
}

/** Return the IP address in a URL, without the brackets of IPv6; null for a host name. */
export function hostAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? null : host;
}

/** Return whether an address is in 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(ip: string): boolean {
  return specialUseRange(ip) === 'loopback';
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
