import { createHash } from 'node:crypto';
import type { RequestContext } from '../request-context.ts';

const STYLE = [
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}',
  'body{max-width:44rem;margin:3rem auto;padding:0 1rem}',
  'code,pre{font-family:ui-monospace,monospace;font-size:.9em}',
  'pre{padding:1rem;overflow:auto;border:1px solid #8886;border-radius:.4rem}',
  'dt{font-weight:600;margin-top:1rem}dd{margin:0}',
  'table{border-collapse:collapse}td{padding:.3rem 1rem .3rem 0;vertical-align:top}',
].join('');

/** What a text is where HTML is expected. */
export function escapeHtmlAttribute(text: string): string {
  return escapeHtml(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/** What a text is between the tags of HTML or XML; not in an attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A page in the house's plain style. `title` is a text, `body` is HTML. */
export function htmlPage(title: string, body: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtmlAttribute(title)}</title><style>${STYLE}</style>`;
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body>${body}</body></html>\n`;
}

/** The headers of such a page: it may load nothing, run nothing and be framed by nobody. */
export function pageHeaders(): Record<string, string> {
  return htmlHeaders(`style-src '${hashOf(STYLE)}'`);
}

/** The headers of any page, with what it may load as a content security policy. Pages change with a deployment. */
export function htmlHeaders(allowed: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'content-security-policy': `default-src 'none'; ${allowed}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    vary: 'accept',
    'x-content-type-options': 'nosniff',
  };
}

/** How a content security policy names a script or a style that stands in the page. */
export function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** True for a caller that names JSON and not HTML among what it accepts; a browser names HTML. */
export function prefersJson(call: RequestContext): boolean {
  const accept = call.event.headers?.accept ?? '';
  return /\bapplication\/(problem\+)?json\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
}
