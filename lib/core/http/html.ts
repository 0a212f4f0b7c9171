import { createHash } from 'node:crypto';
import { type ComponentChildren, Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';

const STYLE = [
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}',
  'body{max-width:44rem;margin:3rem auto;padding:0 1rem;overflow-wrap:anywhere}',
  'code,pre{font-family:ui-monospace,monospace;font-size:.9em}',
  'pre{padding:1rem;overflow:auto;border:1px solid #8886;border-radius:.4rem}',
  'dt{font-weight:600;margin-top:1rem}dd{margin:0}',
  'ul.choices{list-style:none;padding:0}ul.choices li{margin:.5rem 0}',
  'button{font:inherit;width:100%;padding:.75rem 1rem;text-align:left;overflow-wrap:anywhere;background:transparent;color:inherit;border:1px solid #8886;border-radius:.4rem;cursor:pointer}button:hover{border-color:currentColor}button small{display:block}',
  'small{opacity:.75}a,button{touch-action:manipulation}h1{overflow-wrap:anywhere;line-height:1.2}',
  'table{border-collapse:collapse}td{padding:.3rem 1rem .3rem 0;vertical-align:top}',
].join('');

/** Escape a text for HTML, including attribute values. */
export function escapeHtmlAttribute(text: string): string {
  return escapeHtml(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/** Escape a text for the content of an HTML or XML element; not for an attribute value. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Build an HTML page with the default style, and a style of its own. Texts in `title` and `body` are escaped. `language`: a BCP
 * 47 tag of a language that is written from left to right.
 */
export function htmlPage(title: string, body: ComponentChildren, style = '', language = 'en'): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtmlAttribute(title)}</title><style>${STYLE}${style}</style>`;
  return `<!doctype html>\n<html lang="${language}" dir="ltr"><head>${head}</head><body>${renderBody(body)}</body></html>\n`;
}

const TAG_OR_CHARACTER = /<(?:"[^"]*"|[^">])*>|[>']/g;

/** Render the body of a page. Preact escapes `&`, `<` and `"` in texts; the other characters are escaped here. */
function renderBody(body: ComponentChildren): string {
  const escapeRest = (text: string) => text.replaceAll('>', '&gt;').replaceAll("'", '&#39;');
  return renderToString(h(Fragment, null, body)).replace(TAG_OR_CHARACTER, (part) => {
    // Void elements end as HTML writes them, without a slash.
    return part.startsWith('<') ? `${escapeRest(part.replace(/\/?>$/, ''))}>` : escapeRest(part);
  });
}

/**
 * Return the headers of an HTML page that may not run scripts or be framed. It may load only what `own` allows: its own
 * style, and directives for images and videos.
 */
export function pageHeaders(formTarget = "'none'", own: { style?: string; media?: string } = {}) {
  const { style = '', media } = own;
  const allowed = [`style-src '${hashOf(`${STYLE}${style}`)}'`, media].filter((each) => each !== undefined);
  return htmlHeaders(allowed.join('; '), formTarget);
}

/**
 * Return the headers of a page. `allowed` has the content security policy directives for what it may load, `formTarget`
 * what its forms may be sent to.
 */
function htmlHeaders(allowed: string, formTarget = "'none'"): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'content-security-policy': `default-src 'none'; ${allowed}; base-uri 'none'; form-action ${formTarget}; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    vary: 'accept',
    'x-content-type-options': 'nosniff',
  };
}

/** Return the content security policy hash of an inline script or style. */
export function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Return whether `Accept` names JSON and not HTML, as no browser does. */
export function prefersJson({ event }: { event: { headers?: Record<string, string | undefined> } }): boolean {
  const accept = event.headers?.accept ?? '';
  return /\bapplication\/(problem\+)?json\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
}
