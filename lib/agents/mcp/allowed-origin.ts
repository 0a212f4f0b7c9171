import { crossSiteRequest } from '../../core/problems/problems.ts';

const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Throw 403 for a request of a page of another site. A client that is no browser sends no `Origin`. `own` are the origins
 * of the API and the dashboard; where the API is on this machine, so is every page of this machine.
 */
export function assertAllowedOrigin(origin: string | undefined, own: readonly string[]): void {
  if (origin === undefined || own.includes(origin)) return;
  if (LOOPBACK.test(origin) && own.some((each) => LOOPBACK.test(each))) return;
  throw crossSiteRequest('The Origin of this request is neither the API nor the dashboard.');
}
