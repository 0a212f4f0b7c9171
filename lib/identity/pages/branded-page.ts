import { type ComponentChildren, h } from 'preact';
import { htmlPage, pageHeaders } from '../../core/http/html.ts';
import type { HandlerResult } from '../pipeline/request-context.ts';
import { type Branding, brandStyle } from '../rules/branding.ts';
import type { PageLook } from '../steps/page-look.ts';
import { PRODUCT_LINKS } from './product-links.ts';

/** What a page shows. `style` follows the default one; `media`: directives for images and videos. */
interface PageContent {
  title: string;
  body: ComponentChildren;
  status?: number;
  style?: string;
  media?: string;
  headers?: Record<string, string>;
}

const STYLE =
  'header{margin-bottom:2rem;font-weight:600}footer{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:3rem}';

/** Return a page in the name of a product: its name at the top, its links at the bottom, in its colors and language. */
export function brandedPage(look: PageLook, content: PageContent): HandlerResult {
  const { branding, language } = look;
  const { title, body, status = 200, style: ownStyle = '', media, headers } = content;
  const style = `${STYLE}${ownStyle}${brandStyle(branding.colors)}`;
  // The URL has a code or a token: no cache keeps the page, and no other site learns where the person was.
  const own = {
    ...pageHeaders("'self'", { style, ...(media === undefined ? {} : { media }) }),
    'cache-control': 'no-store',
  };
  const shown = [
    branding.name === undefined ? null : h('header', null, branding.name),
    h('main', null, body),
    footer(look),
  ];
  return { status, headers: { ...own, ...headers }, body: htmlPage(title, shown, style, language) };
}

function footer({ branding, language }: PageLook) {
  const names = PRODUCT_LINKS[language];
  const { terms_url, privacy_url, support_email }: Branding = branding;
  const targets = [
    [terms_url, names.terms],
    [privacy_url, names.privacy],
    [support_email && `mailto:${support_email}`, names.support],
  ].filter(([href]) => href !== undefined);
  if (targets.length === 0) return null;
  return h(
    'footer',
    null,
    targets.map(([href, name]) => h('a', { href }, name)),
  );
}
