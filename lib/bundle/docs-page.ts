/** The style of the documentation page: its renderer links to its authors with a logo of another host, which is blocked. */
export const DOCS_STYLE = 'img[src^="https://cdn.redoc.ly/"]{display:none}';

/**
 * Build the documentation page. The script at `scriptUrl` renders the OpenAPI document at `documentUrl`; both are relative
 * to the page.
 */
export function docsPage(scriptUrl: string, documentUrl: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Content Intelligence Service API reference</title><style>${DOCS_STYLE}</style>`;
  const body = `<noscript><a href="${documentUrl}">The OpenAPI document</a> is rendered here by a script.</noscript><redoc spec-url="${documentUrl}" disable-telemetry="true"></redoc><script type="module" src="${scriptUrl}"></script>`;
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body>${body}</body></html>\n`;
}
