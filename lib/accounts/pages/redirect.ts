import type { HandlerResult } from '../../identity/pipeline/request-context.ts';

/** Return a redirect that no cache stores, and whose target does not learn the URL, which has a code or a token. */
export function redirect(location: string, headers: Record<string, string> = {}): HandlerResult {
  const own = {
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  return { status: 303, headers: { location, ...own, ...headers }, body: '' };
}
