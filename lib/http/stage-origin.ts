import type { RequestContext } from './request-context.ts';

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

/** Return the origin of the request, such as `https://api.example.com`. */
export function stageOrigin({ event }: RequestContext): string {
  // The host comes from the gateway: a client can send any Host header.
  const host = event.requestContext.domainName;
  return `${LOOPBACK_HOST.test(host) ? 'http' : 'https'}://${host}`;
}

/** Return the address to which platforms send a person back. It is registered with each app. */
export function connectCallbackUrl(context: RequestContext): string {
  return `${stageOrigin(context)}/v1/connect/callback`;
}
