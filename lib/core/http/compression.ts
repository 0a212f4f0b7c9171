import { gzipSync } from 'node:zlib';

/** Return whether a client accepts gzip, by its `Accept-Encoding`. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return (acceptEncoding ?? '').split(',').some((each) => {
    const [coding, ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return coding === 'gzip' && !parameters.some((part) => /^q=0(\.0*)?$/.test(part));
  });
}

/** The body and the headers of a page. */
type Page = { body: unknown; headers?: Record<string, string> };

/** Compress a page for a client that accepts gzip, because the gateway does not. */
export function compressPage<P extends Page>(page: P, acceptEncoding: string | undefined): P {
  const headers = { ...page.headers, vary: 'accept-encoding' };
  if (!acceptsGzip(acceptEncoding)) return { ...page, headers };
  return { ...page, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(String(page.body)) };
}
