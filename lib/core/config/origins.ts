import { requireEnv } from './env.ts';

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

/** Return whether a host, with or without a port, is this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

/** Return the origin of a host: with `http` on this machine, and with `https` everywhere else. */
export function originOf(host: string): string {
  return `${isLoopback(host) ? 'http' : 'https'}://${host}`;
}

/**
 * Return the origin of the dashboard from the environment of a worker that sends emails. Endpoints have it from their
 * request (`dashboardOrigin` in `lib/identity/pipeline/stage-origin.ts`). Throws when the stack did not set it.
 */
export function dashboardOriginOfWorker(): string {
  return originOf(requireEnv('DASHBOARD_DOMAIN'));
}
