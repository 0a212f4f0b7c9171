import { escapeHtml, escapeHtmlAttribute } from '../core/http/html.ts';

/** The languages of the blocks of docs/clients.md, by the name of their fence, and how the page names them. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  python: 'Python',
  go: 'Go',
  ruby: 'Ruby',
  php: 'PHP',
  sh: 'curl',
};

/** The pages of the site, by the document that a link names. Other documents are not on the site. */
const PAGES: Readonly<Record<string, string>> = { 'api.md': '../', 'openapi.json': '../openapi.json' };

/** The style of the page of client libraries. A browser without `:has` shows the blocks of all languages. */
export const CLIENTS_STYLE = [
  ':root{color-scheme:light dark;background:Canvas;font:16px/1.55 system-ui,sans-serif}',
  'body{max-width:52rem;margin:2rem auto 6rem;padding:0 1rem;overflow-wrap:anywhere}',
  'h1,h2{line-height:1.2}h2{margin-top:3rem;scroll-margin-top:5rem}',
  'code,pre{font:.875rem/1.5 ui-monospace,monospace}',
  'pre{margin:.5rem 0;padding:1rem;overflow:auto;border:1px solid #8886;border-radius:.4rem;overflow-wrap:normal}',
  'fieldset{position:sticky;top:0;display:flex;flex-wrap:wrap;gap:0 .25rem;margin:1.5rem 0;padding:.25rem 0;border:0;border-bottom:1px solid #8886;background:Canvas}',
  'legend{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}',
  'label{padding:.4rem .6rem;border-bottom:3px solid transparent;cursor:pointer}',
  'label:has(:checked){border-color:currentColor;font-weight:600}',
  'label:has(:focus-visible){outline:2px solid;outline-offset:-2px}',
  'input{position:absolute;opacity:0}',
  '.scroll{overflow:auto}table{border-collapse:collapse}td,th{padding:.4rem 1rem .4rem 0;text-align:left;vertical-align:top;border-bottom:1px solid #8883}',
  ...Object.keys(LANGUAGES).map((each) => `body:has(#tab-${each}:checked) .block:not(.${each}){display:none}`),
  // The tabs name the language. Without them, each block does.
  '@supports selector(:has(*)){.block h3{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}}',
].join('');

/**
 * Build the page of the client libraries from the text of docs/clients.md: one tab per language, which applies to all tasks.
 * The page needs no script.
 */
export function clientsPage(markdown: string): string {
  const [title = '', ...parts] = blocksOf(markdown).map(render);
  const tabs = Object.entries(LANGUAGES).map(
    ([id, name], index) =>
      `<label><input type="radio" name="language" id="tab-${id}"${index === 0 ? ' checked' : ''}>${name}</label>`,
  );
  const bar = `<fieldset><legend>Language</legend>${tabs.join('')}</fieldset>`;
  const introduction = parts.findIndex((part) => part.startsWith('<h2'));
  const main = [title, ...parts.slice(0, introduction), bar, ...parts.slice(introduction)].join('\n');
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Client libraries</title><style>${CLIENTS_STYLE}</style>`;
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body><nav><a href="../">API reference</a></nav><main>${main}</main></body></html>\n`;
}

/** Split a document into its headings, paragraphs, tables and code. */
function blocksOf(markdown: string): string[] {
  const named = '\\*\\*[^*\\n]+\\*\\*\\n\\n(?=```)';
  // The line that names the language of a block is that of its tab.
  const text = markdown.replaceAll(new RegExp(named, 'g'), '').replaceAll(/<!--.*?-->/g, '');
  return text
    .split(/(```\w+\n[\s\S]*?\n```)/)
    .flatMap((part) => (part.startsWith('```') ? [part] : paragraphsOf(part)));
}

function paragraphsOf(text: string): string[] {
  return text.split(/\n{2,}/).flatMap((each) => (each.trim() === '' ? [] : [each.trim()]));
}

function render(block: string): string {
  const [, fence, code] = /^```(\w+)\n([\s\S]*)\n```$/.exec(block) ?? [];
  if (fence !== undefined && code !== undefined) return codeHtml(fence, code);
  const [, marks, heading] = /^(#{1,2}) (.*)$/.exec(block) ?? [];
  if (marks !== undefined && heading !== undefined) {
    const id = heading
      .toLowerCase()
      .replaceAll(/[^a-z0-9 ]/g, '')
      .replaceAll(' ', '-');
    return `<h${marks.length} id="${id}">${inline(heading)}</h${marks.length}>`;
  }
  return block.startsWith('|') ? tableHtml(block) : `<p>${inline(block)}</p>`;
}

function codeHtml(fence: string, code: string): string {
  const name = LANGUAGES[fence];
  if (name === undefined) throw new Error(`docs/clients.md has a block in a language without a tab: ${fence}`);
  // A block that scrolls has to be reachable by the keyboard.
  const pre = `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>`;
  return `<div class="block ${fence}"><h3>${name}</h3>${pre}</div>`;
}

function tableHtml(block: string): string {
  const [head = [], , ...rows] = block.split('\n').map((line) => line.slice(1, -1).split(' | '));
  const row = (cells: string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => row(cells, 'td')).join('');
  return `<div class="scroll" tabindex="0"><table><thead>${row(head, 'th')}</thead><tbody>${body}</tbody></table></div>`;
}

/** Write code, links and bold text of a line. */
function inline(text: string): string {
  return text
    .split(/(`[^`]+`|\[[^\]]+\]\([^)]+\)|\*\*[^*]+\*\*)/)
    .map((part) => {
      const [, label = '', target = ''] = /^\[(.*)\]\((.*)\)$/.exec(part) ?? [];
      if (target !== '') return linkHtml(label, target);
      if (part.startsWith('`')) return `<code>${escapeHtml(part.slice(1, -1))}</code>`;
      return part.startsWith('**') ? `<strong>${escapeHtml(part.slice(2, -2))}</strong>` : escapeHtml(part);
    })
    .join('');
}

function linkHtml(label: string, target: string): string {
  const url = /^(https:|#)/.test(target) ? target : PAGES[target];
  return url === undefined ? inline(label) : `<a href="${escapeHtmlAttribute(url)}">${inline(label)}</a>`;
}
