import { escapeHtmlAttribute } from '../core/http/html.ts';
import { docsHead, docsHeader, pagesNavigation, type Texts } from './docs-frame.ts';

const TOKENS =
  'attr-name boolean class-name comment function keyword number operator property-string string variable'.split(' ');

/** The values of the style attributes that color the words of code samples. */
export const DOCS_TOKEN_STYLES = TOKENS.map((token) => `color: var(--code-block-tokens-${token}-color)`);

/**
 * The script that precedes the renderer, which reads cookies and the storage of browsers: a page with an origin of its own
 * has neither, so it gets an empty cookie and storage that ends with the page.
 */
export const DOCS_STORAGE_SCRIPT = `for (const name of ['localStorage', 'sessionStorage']) {
  const values = new Map();
  Object.defineProperty(window, name, {
    value: {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, String(value)),
      removeItem: (key) => void values.delete(key),
    },
  });
}
Object.defineProperty(document, 'cookie', { value: '', writable: true });
`;

const DOWNLOADS = JSON.stringify([{ title: 'openapi.json', url: 'openapi.json' }]);

/** The URLs of the files of the reference page, relative to the page. */
export interface ReferenceUrls {
  /** The script that renders the document. */
  script: string;
  /** The script that runs first. */
  storage: string;
  /** The OpenAPI document as it is rendered. */
  reference: string;
}

/** Build the page of the API reference, with the navigation over the guides. */
export function docsPage({ script, storage, reference }: ReferenceUrls, texts: Texts): string {
  const menu = `<details class="menu"><summary>All pages</summary>${pagesNavigation(texts, null)}</details>`;
  const noscript =
    '<noscript><a href="openapi.json">The OpenAPI document</a> is rendered here by a script. <a href="llms.txt">The documentation as Markdown</a> needs none.</noscript>';
  const redoc = `<redoc spec-url="${reference}" scroll-y-offset="body > header" hide-schema-pattern="true" download-urls="${escapeHtmlAttribute(DOWNLOADS)}" disable-telemetry="true"></redoc>`;
  const scripts = `<script src="${storage}"></script><script type="module" src="${script}"></script>`;
  return `<!doctype html>\n<html lang="en"><head>${docsHead('API reference')}</head><body class="reference">${docsHeader('reference', menu)}${noscript}${redoc}${scripts}</body></html>\n`;
}
