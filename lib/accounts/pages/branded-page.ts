import { type ComponentChildren, h } from 'preact';
import { htmlPage, pageHeaders } from '../../core/http/html.ts';
import type { HandlerResult } from '../../identity/pipeline/request-context.ts';
import { type Branding, brandStyle } from '../../identity/rules/branding.ts';
import type { PageLook } from '../../identity/steps/page-look.ts';

/** What a page shows. `links`: the names of the links to terms, privacy policy and support in its language. */
interface PageContent {
  title: string;
  body: ComponentChildren;
  links: Record<'terms' | 'privacy' | 'support', string>;
  headers: Record<string, string>;
}

const STYLE =
  'header{margin-bottom:2rem;font-weight:600}footer{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:3rem}';

/** Return a page in the name of a product: its name at the top, its links at the bottom, in its colors and language. */
export function brandedPage({ branding, language }: PageLook, { title, body, links, headers }: PageContent) {
  const style = `${STYLE}${brandStyle(branding.colors)}`;
  // The URL has a code or a token: no cache keeps the page, and no other site learns where the person was.
  const own = { ...pageHeaders("'self'", { style }), 'cache-control': 'no-store' };
  const shown = [
    branding.name === undefined ? null : h('header', null, branding.name),
    h('main', null, body),
    footer(branding, links),
  ];
  const result: HandlerResult = {
    status: 200,
    headers: { ...own, ...headers },
    body: htmlPage(title, shown, style, language),
  };
  return result;
}

function footer({ terms_url, privacy_url, support_email }: Branding, links: PageContent['links']) {
  const targets = [
    [terms_url, links.terms],
    [privacy_url, links.privacy],
    [support_email && `mailto:${support_email}`, links.support],
  ].filter(([href]) => href !== undefined);
  if (targets.length === 0) return null;
  return h(
    'footer',
    null,
    targets.map(([href, name]) => h('a', { href }, name)),
  );
}
