import { afterEach, beforeEach, vi } from 'vitest';

/** A bucket in memory that receives the signed requests of the functions. */
export interface ObjectStore {
  /** The bodies by key. */
  objects: Map<string, Uint8Array>;
  /** The content type of each stored object. */
  types: Map<string, string>;
  /** The uploads in parts that are neither complete nor aborted. */
  uploads: Map<string, Uint8Array[]>;
  /** Fails the requests with this method and key prefix, as an outage of S3 does. */
  fail: (method: string, prefix: string) => void;
}

/** The smallest part that S3 accepts, except for the last one. */
const MIN_PART = 5 * 1024 * 1024;

/** Objects of a list. */
const MAX_LISTED = 1000;

/** Call once at the top of a test file: every test begins with an empty bucket. */
export function setupObjectStore(): ObjectStore {
  const objects = new Map<string, Uint8Array>();
  const types = new Map<string, string>();
  const uploads = new Map<string, Uint8Array[]>();
  let failing: { method: string; prefix: string } | null = null;
  const receivePart = (key: string, query: URLSearchParams, { method, headers, body }: RequestInit): Response => {
    const id = query.get('uploadId') ?? `upload-${uploads.size + 1}`;
    if (query.has('uploads')) {
      uploads.set(id, []);
      types.set(key, new Headers(headers).get('content-type') ?? '');
      return new Response(`<UploadId>${id}</UploadId>`);
    }
    if (!uploads.has(id)) return new Response('<Error><Code>NoSuchUpload</Code></Error>', { status: 404 });
    const number = Number(query.get('partNumber'));
    if (method === 'PUT') {
      uploads.get(id)![number - 1] = new Uint8Array(body as Uint8Array<ArrayBuffer>);
      return new Response('', { headers: { etag: `"${number}"` } });
    }
    if (method === 'POST') {
      if (uploads.get(id)!.some((part, index, { length }) => part.byteLength < MIN_PART && index < length - 1))
        return new Response('<Error><Code>EntityTooSmall</Code></Error>', { status: 400 });
      objects.set(key, Buffer.concat(uploads.get(id)!));
    }
    uploads.delete(id);
    return new Response(null, { status: method === 'POST' ? 200 : 204 });
  };
  beforeEach(() => {
    objects.clear();
    types.clear();
    uploads.clear();
    failing = null;
    const { fetch } = globalThis;
    const answer = async (input: string | URL | Request, init: RequestInit = {}) => {
      const { hostname, pathname, searchParams } = new URL(String(input));
      // What tests ask the simulated platforms.
      if (hostname === '127.0.0.1') return fetch(input, init);
      if (!hostname.startsWith('media-bucket.s3.')) throw new Error(`A request to ${hostname}.`);
      const key = pathname.slice(1);
      const { method = 'GET', headers, body } = init;
      if (failing?.method === method && key.startsWith(failing.prefix))
        return new Response('Slow down.', { status: 503 });
      if (searchParams.has('list-type')) {
        const after = searchParams.get('start-after') ?? '';
        const listed = [...objects]
          .filter(([each]) => each.startsWith(searchParams.get('prefix') ?? '') && each > after)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([each, { byteLength }]) => `<Contents><Key>${each}</Key><Size>${byteLength}</Size></Contents>`);
        return new Response(listed.slice(0, MAX_LISTED).join(''));
      }
      if (searchParams.has('uploads') || searchParams.has('uploadId')) return receivePart(key, searchParams, init);
      if (method === 'PUT') {
        objects.set(key, new Uint8Array(body as Uint8Array<ArrayBuffer>));
        types.set(key, new Headers(headers).get('content-type') ?? '');
        return new Response('');
      }
      if (method === 'DELETE') {
        objects.delete(key);
        return new Response(null, { status: 204 });
      }
      const found = objects.get(key);
      if (!found) return new Response('<Error><Code>NoSuchKey</Code></Error>', { status: 404 });
      const etag = etagOf(found);
      const { range, 'if-match': wanted } = (headers ?? {}) as Record<string, string>;
      if (wanted !== undefined && wanted !== etag) return new Response('', { status: 412 });
      if (range) return rangeOf(found, range, etag);
      const length = { 'content-length': String(found.byteLength), etag };
      return new Response(Buffer.from(found), { headers: length });
    };
    vi.spyOn(globalThis, 'fetch').mockImplementation(answer as typeof fetch);
  });
  // The simulated platforms of the next test are asked by the fetch of Node.
  afterEach(() => void vi.mocked(globalThis.fetch).mockRestore());
  return {
    objects,
    types,
    uploads,
    fail: (method, prefix) => {
      failing = { method, prefix };
    },
  };
}

const etags = new WeakMap<Uint8Array, string>();
let tagged = 0;

/** The entity tag of a stored object: those of two objects differ. Objects are replaced, never changed. */
function etagOf(found: Uint8Array): string {
  const etag = etags.get(found) ?? `"${++tagged}"`;
  etags.set(found, etag);
  return etag;
}

function rangeOf(found: Uint8Array, range: string, etag: string): Response {
  const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(range)!.map(Number) as [number, number, number];
  if (from >= found.byteLength) {
    return new Response(`<Error><ActualObjectSize>${found.byteLength}</ActualObjectSize></Error>`, { status: 416 });
  }
  const bytes = found.slice(from, last + 1);
  const contentRange = `bytes ${from}-${from + bytes.byteLength - 1}/${found.byteLength}`;
  return new Response(bytes, { status: 206, headers: { 'content-range': contentRange, etag } });
}
