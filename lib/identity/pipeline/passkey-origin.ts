import { isLoopback } from '../../core/config/origins.ts';
import type { RequestContext } from './request-context.ts';
import { dashboardOrigin } from './stage-origin.ts';

/**
 * Return the origin of the pages that create and use passkeys. On this machine it is the one that the person has opened,
 * because a passkey cannot belong to an IP address: it needs `http://localhost` with the port.
 */
export function passkeyOrigin(context: RequestContext): string {
  const origin = dashboardOrigin(context);
  if (!isLoopback(new URL(origin).host)) return origin;
  const { origin: sent, host = '' } = context.event.headers;
  // A browser sends no `Origin` with a GET to the origin of its page.
  const opened = sent ?? `http://${host}`;
  return URL.canParse(opened) && isLoopback(new URL(opened).host) ? opened : origin;
}

/** Return the domain that passkeys belong to. */
export function relyingPartyId(context: RequestContext): string {
  return new URL(passkeyOrigin(context)).hostname;
}
