import { DOCS_STYLESHEET } from '../bundle/docs-style.ts';
import { PUBLISHED_DOCUMENTS, pageOf } from '../bundle/published-documents.ts';

/** The folders with a page, and the files that are not assets. Assets of earlier deployments stay, so any is requested. */
const FOLDERS = ['/app/', '/docs/', '/docs/guides/', ...PUBLISHED_DOCUMENTS.map(pageOf)];
const FILES = [
  ...[
    '/app/manifest.webmanifest',
    '/docs/openapi.json',
    '/docs/llms.txt',
    '/docs/llms-full.txt',
    '/llms.txt',
    '/connect.js',
  ],
  ...PUBLISHED_DOCUMENTS.map((path) => `/docs/${path}`),
];

const MISSING_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const MISSING_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>This page does not exist</title><link rel="stylesheet" href="${DOCS_STYLESHEET}"></head><body><header><b>Content Intelligence</b><a href="/docs/">API reference</a><a href="/docs/guides/">Guides</a><a href="/app/">Dashboard</a></header><main><h1>This page does not exist</h1><p>The <a href="/docs/guides/">list of guides</a> has every page of the documentation.</p></main></body></html>
`;

/**
 * Return the code of the CloudFront function of the paths below `/app` and `/docs`: an object of S3 has no folder and no
 * index page. It redirects `/app` to `/app/`, reads `/app/index.html` for `/app/`, and responds 404 with a page to a path
 * that is none, to which S3 would respond 403 with XML. The local service runs the same code. With a domain of the
 * dashboard, it redirects requests at the domain of CloudFront to it: passkeys and emails belong to one domain.
 */
export function sitePaths(domain: string | null): string {
  return `var FOLDERS = ${JSON.stringify(FOLDERS)};
var FILES = ${JSON.stringify(FILES)};
function handler(event) {
  var request = event.request;
  var uri = request.uri;
${domain === null ? '' : toDomain(domain)}  if (FOLDERS.indexOf(uri + '/') >= 0) {
    return {
      statusCode: 308,
      statusDescription: 'Permanent Redirect',
      headers: { location: { value: uri + '/' } }
    };
  }
  if (FOLDERS.indexOf(uri) >= 0) {
    request.uri = uri + 'index.html';
    return request;
  }
  var isAsset = /^\\/(app\\/(assets|icons)|docs\\/assets)\\/[\\w.-]+$/.test(uri);
  if (isAsset || FILES.indexOf(uri) >= 0 || FOLDERS.indexOf(uri.replace(/index\\.html$/, '')) >= 0) return request;
  return {
    statusCode: 404,
    statusDescription: 'Not Found',
    headers: {
      'content-type': { value: 'text/html; charset=utf-8' },
      'cache-control': { value: 'no-cache' },
      'content-security-policy': { value: ${JSON.stringify(MISSING_POLICY)} },
      'x-content-type-options': { value: 'nosniff' }
    },
    body: { encoding: 'text', data: ${JSON.stringify(MISSING_PAGE)} }
  };
}
`;
}

function toDomain(domain: string): string {
  return `  if (request.headers.host.value !== '${domain}') {
    return {
      statusCode: 308,
      statusDescription: 'Permanent Redirect',
      headers: { location: { value: 'https://${domain}' + uri } }
    };
  }
`;
}
