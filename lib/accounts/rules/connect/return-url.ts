import { isLoopback } from '../../../core/config/origins.ts';
import type { ConnectErrorCode, LinkErrorCode } from './connect-errors.ts';
import type { ConnectFlow } from './connect-flow.ts';

/** A scheme of an app with its colon, in the reversed notation of a domain name: RFC 8252, section 7.1. */
const APP_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;

/** An origin without the characters of wildcards, which a host may have as well. */
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(:\d+)?$/;

/**
 * Return whether a text is an entry of the setting `returnUrls`: the origin of an application, or the scheme of an app. The dot
 * in the scheme excludes `javascript:`, `data:`, `intent:` and every other one that is of no app.
 */
export function isReturnTarget(text: string): boolean {
  if (APP_SCHEME.test(text)) return true;
  const url = URL.parse(text);
  const isOfWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.host));
  return isOfWeb && ORIGIN.test(text) && url?.origin === text;
}

/** What the stage allows: the entries of its setting, null for every https URL, and whether http is allowed. */
interface ReturnPolicy {
  targets: readonly string[] | null;
  allowsHttp: boolean;
}

/** Return why a URL must not end a connection, or null for one that may. */
export function returnUrlError(text: string, { targets, allowsHttp }: ReturnPolicy): string | null {
  const url = URL.parse(text);
  const allowed = targets ? 'Must have an origin or a scheme of the setting `returnUrls`.' : 'Must be an https URL.';
  if (!url || !isAllowed(url, { targets, allowsHttp })) return allowed;
  return url.username || url.password ? 'Must not contain a user name or a password.' : null;
}

function isAllowed({ protocol, origin }: URL, { targets, allowsHttp }: ReturnPolicy): boolean {
  if (targets === null) return protocol === 'https:' || (allowsHttp && protocol === 'http:');
  const isOfWeb = protocol === 'https:' || protocol === 'http:';
  return targets.includes(isOfWeb ? origin : protocol);
}

/** What the application receives. `selection_token`: authorizes one selection, in a headless flow. */
type ReturnResult =
  | { status: 'connected' }
  | { status: 'selecting'; selection_token: string }
  | { status: 'failed'; error: ConnectErrorCode | LinkErrorCode };

/** Return the URL that ends a flow in its application; null for a flow that ends on a page of this service. */
export function returnUrlOf(
  { id, return_url }: Pick<ConnectFlow, 'id' | 'return_url'>,
  result: ReturnResult,
): string | null {
  if (return_url === null) return null;
  const url = new URL(return_url);
  for (const name of ['error', 'selection_token']) url.searchParams.delete(name);
  for (const [name, value] of Object.entries({ connect_id: id, ...result })) url.searchParams.set(name, value);
  return url.href;
}
