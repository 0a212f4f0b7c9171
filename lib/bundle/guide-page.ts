import { Marked } from 'marked';
import { escapeHtml, escapeHtmlAttribute } from '../core/http/html.ts';
import { CLIENTS_DOCUMENT, languageTabs, tabOf, withTabs } from './clients-page.ts';
import { framedPage, type Texts } from './docs-frame.ts';
import { highlight } from './highlight.ts';
import { DOCUMENT_SECTIONS, pageOf, pageUrl, titleOf, toPublishedMarkdown } from './published-documents.ts';

/** Build the page of a published document from its text. `texts` are those of all documents, by their paths. */
export function guidePage(path: string, texts: Texts): string {
  const markdown = toPublishedMarkdown(path, texts[path]!);
  const isClients = path === CLIENTS_DOCUMENT;
  const html = toHtml(path, isClients ? withTabs(markdown) : markdown);
  const main = isClients ? html.replace('<h2', `${languageTabs()}<h2`) : html;
  const source = `<p class="source"><a href="/docs/${path}">This page as Markdown</a></p>`;
  return framedPage(titleOf(texts[path]!), main + source, texts, path);
}

/** Build the page that lists all guides with what each is about. */
export function guidesPage(texts: Texts): string {
  const sections = Object.entries(DOCUMENT_SECTIONS).map(([title, notes]) => {
    const items = Object.entries(notes).map(
      ([path, note]) =>
        `<li><a href="${pageOf(path)}">${escapeHtml(titleOf(texts[path]!))}</a>: ${escapeHtml(note)}</li>`,
    );
    return `<h2>${title}</h2><ul>${items.join('')}</ul>`;
  });
  const programs =
    '<p class="source">For programs: <a href="/docs/llms.txt">the list of these pages</a>, <a href="/docs/llms-full.txt">all of them as one text</a>, and <a href="/docs/openapi.json">the OpenAPI document</a>.</p>';
  return framedPage('Guides', `<h1>Guides</h1>${sections.join('')}${programs}`, texts, null);
}

/** Return the fragment of a heading, as GitHub builds it. */
export function fragmentOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Render the Markdown of a document. HTML in it is shown as text, apart from comments, which are left out. */
function toHtml(path: string, markdown: string): string {
  const fragments = new Map<string, number>();
  const uniqueFragment = (heading: string) => {
    const fragment = fragmentOf(heading);
    const count = fragments.get(fragment) ?? 0;
    fragments.set(fragment, count + 1);
    return count === 0 ? fragment : `${fragment}-${count}`;
  };
  const renderer = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const fragment = uniqueFragment(text);
        return `<h${depth} id="${escapeHtmlAttribute(fragment)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code({ text, lang = '' }) {
        const code = `<pre><code>${highlight(text, lang.split(' ')[0]!)}</code></pre>\n`;
        return tabOf(lang)?.(code) ?? code;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtmlAttribute(pageUrl(path, href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      html({ text }) {
        return text.startsWith('<!--') ? '' : escapeHtml(text);
      },
    },
  });
  // A table that scrolls has to be reachable by the keyboard.
  return String(renderer.parse(markdown))
    .replaceAll('<table>', '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>');
}
