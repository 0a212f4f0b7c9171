/** The style of the documentation page: its renderer links to its authors with a logo of another host, which is blocked. */
export const DOCS_STYLE = 'img[src^="https://cdn.redoc.ly/"]{display:none}';

const TOKENS =
  'attr-name boolean class-name comment function keyword number operator property-string string variable'.split(' ');

/** The values of the style attributes with which the renderer colors the words of code samples. */
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

/**
 * Build the documentation page. The script at `storageUrl` runs first, and the script at `scriptUrl` renders the OpenAPI
 * document at `documentUrl`; all URLs are relative to the page.
 */
export function docsPage(scriptUrl: string, storageUrl: string, documentUrl: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Content Intelligence Service API reference</title><style>${DOCS_STYLE}</style>`;
  const body = `<noscript><a href="${documentUrl}">The OpenAPI document</a> is rendered here by a script. <a href="llms.txt">The documentation as Markdown</a> needs none.</noscript><redoc spec-url="${documentUrl}" disable-telemetry="true"></redoc><script src="${storageUrl}"></script><script type="module" src="${scriptUrl}"></script>`;
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body>${body}</body></html>\n`;
}
