import { escapeHtml, escapeHtmlAttribute } from '../core/http/html.ts';
import { DOCS_STYLESHEET } from './docs-style.ts';
import { DOCUMENT_SECTIONS, pageOf, titleOf } from './published-documents.ts';
import { referenceGroups } from './resources.ts';

/** The titles of the documents, by their paths. */
export type Texts = Readonly<Record<string, string>>;

/** Build the list of all pages: the groups of the reference, then the guides by section. `current` is the path of a document. */
export function pagesNavigation(texts: Texts, current: string | null): string {
  const link = (href: string, title: string, isCurrent: boolean) =>
    `<li><a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${inlineText(title)}</a></li>`;
  const groups = referenceGroups().map(({ name, tags: [first] }) => link(`/docs/#/${first}`, name, false));
  const sections = Object.entries(DOCUMENT_SECTIONS).map(([title, notes]) => {
    const links = Object.keys(notes).map((path) => link(pageOf(path), titleOf(texts[path]!), path === current));
    return `<h2>${title}</h2><ul>${links.join('')}</ul>`;
  });
  return `<nav class="pages" id="pages" aria-label="All pages">${sections.join('')}<h2>API reference</h2><ul>${groups.join('')}</ul></nav>`;
}

/** Build the bar at the top of each page. `end` is at its right. */
export function docsHeader(current: 'reference' | 'guides' | null, end: string): string {
  const link = (href: string, label: string, isCurrent: boolean) =>
    `<a href="${href}"${isCurrent ? ' aria-current="true"' : ''}>${label}</a>`;
  const links = [
    link('/docs/', 'API reference', current === 'reference'),
    link('/docs/guides/', 'Guides', current === 'guides'),
  ];
  return `<header><b>Content Intelligence</b>${links.join('')}${end}</header>`;
}

/** Build the head of a page. */
export function docsHead(title: string): string {
  return `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtmlAttribute(plain(title))} · Content Intelligence</title><link rel="stylesheet" href="${DOCS_STYLESHEET}">`;
}

/** Build a page with the navigation. `current` is its document, `main` is HTML. */
export function framedPage(title: string, main: string, texts: Texts, current: string | null): string {
  const header = docsHeader('guides', '<a class="all" href="#pages">All pages</a>');
  return `<!doctype html>\n<html lang="en"><head>${docsHead(title)}</head><body>${header}<div class="frame"><main>${main}</main>${pagesNavigation(texts, current)}</div></body></html>\n`;
}

const plain = (title: string) => title.replaceAll('`', '');

const inlineText = (title: string) => escapeHtml(plain(title));
