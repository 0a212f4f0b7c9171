import type { TokenAccess } from '../oauth-grants.ts';
import { isAuthorizedFor } from '../oauth-grants.ts';
import { isObject, jsonObject, type SimulatedRequest, type SimulatedResponse } from '../simulated-http.ts';
import type { SimulatorStores } from '../simulated-platform.ts';
import { BLUESKY_ERRORS, invalidRequest, invalidSwap, missingToken, xrpcError } from './errors.ts';
import { contentId, TID } from './identifiers.ts';
import { blobsOf, postViolation } from './post-record.ts';

const POSTS = 'app.bsky.feed.post';
/** `blobUploadLimit` of a server with default settings. */
const MAX_BLOB_BYTES = 5_242_880;

/** Open the repositories of accounts: their posts and blobs. */
export function openRecords({ store, files }: SimulatorStores) {
  const { database } = store;
  database.exec(`CREATE TABLE IF NOT EXISTS bluesky_records (
      n INTEGER PRIMARY KEY AUTOINCREMENT, uri TEXT UNIQUE, repo TEXT, cid TEXT, record TEXT);
    CREATE TABLE IF NOT EXISTS bluesky_blobs (cid TEXT, repo TEXT, size INTEGER, PRIMARY KEY (cid, repo))`);
  const add = database.prepare('INSERT INTO bluesky_records (uri, repo, cid, record) VALUES (?, ?, ?, ?)');
  const find = database.prepare('SELECT cid, record FROM bluesky_records WHERE uri = ?');
  const page = database.prepare(
    'SELECT n, uri, cid, record FROM bluesky_records WHERE repo = ? AND n < ? ORDER BY n DESC LIMIT ?',
  );
  const addBlob = database.prepare('INSERT OR REPLACE INTO bluesky_blobs VALUES (?, ?, ?)');
  const findBlob = database.prepare("SELECT size FROM bluesky_blobs WHERE cid = ? AND repo IN (?, '')");

  function blobViolation(record: Record<string, unknown>, repo: string): SimulatedResponse | null {
    for (const { blob, maxBytes, path } of blobsOf(record)) {
      const cid = cidOf(blob);
      const found = findBlob.get(cid, repo);
      if (found === undefined) return xrpcError(400, 'BlobNotFound', `Could not find blob: ${cid}`);
      if (Number(found.size) <= maxBytes) continue;
      return invalidRequest(
        `Invalid ${POSTS} record: blob too big (maximum ${maxBytes}, got ${found.size}) at ${path}`,
      );
    }
    return null;
  }

  function write(request: SimulatedRequest, access: TokenAccess, method: 'put' | 'create'): SimulatedResponse {
    const { repo, collection, rkey, record, swapRecord } = jsonObject(request.body) ?? {};
    if (typeof repo !== 'string') return invalidRequest('Input must have the property "repo"');
    if (!isAuthorizedFor(access, repo)) return missingToken();
    if (!isObject(record)) return invalidRequest('Input must have the property "record"');
    if (collection !== POSTS || record.$type !== POSTS) {
      return invalidRequest(`Invalid $type: expected ${collection}, got ${record.$type}`);
    }
    if (typeof rkey !== 'string' || !TID.test(rkey)) {
      return invalidRequest(`Invalid record key for ${POSTS}: TID syntax not valid (regex)`);
    }
    const violation = postViolation(record);
    if (violation !== null) return invalidRequest(`Invalid ${POSTS} record: ${violation}`);
    const missing = blobViolation(record, repo);
    if (missing !== null) return missing;
    const uri = `at://${repo}/${POSTS}/${rkey}`;
    const content = JSON.stringify(record);
    const cid = contentId(content, 'record');
    const stored = find.get(uri);
    if (stored !== undefined) {
      if (method === 'create') return BLUESKY_ERRORS['500']();
      // The same record again changes nothing: there is no commit.
      if (stored.cid === cid) return { status: 200, body: { uri, cid, validationStatus: 'valid' } };
      if (swapRecord === null) return invalidSwap(String(stored.cid));
      return xrpcError(501, 'MethodNotImplemented', 'The simulator edits no records');
    }
    store.atomically(() => {
      add.run(uri, repo, cid, content);
      store.addPost({ platform: 'bluesky', id: uri, account: repo, text: String(record.text) });
      for (const { blob } of blobsOf(record)) files.showIn(uri, 'bluesky', cidOf(blob));
    });
    const commit = { cid: contentId(`${uri}${cid}`, 'record'), rev: rkey };
    return { status: 200, body: { uri, cid, commit, validationStatus: 'valid' } };
  }

  return {
    write,
    /** Store a blob that the video service passes on. */
    addBlob(cid: string, repo: string, size: number): void {
      addBlob.run(cid, repo, size);
    },
    /** Respond to `com.atproto.repo.getRecord`, which needs no token. */
    get({ query }: SimulatedRequest): SimulatedResponse {
      const uri = `at://${query.get('repo')}/${query.get('collection')}/${query.get('rkey')}`;
      const found = find.get(uri);
      if (found === undefined) return xrpcError(400, 'RecordNotFound', `Could not locate record: ${uri}`);
      return { status: 200, body: { uri, cid: found.cid, value: JSON.parse(String(found.record)) } };
    },
    /** Respond to `com.atproto.repo.listRecords`, newest first. */
    list({ query }: SimulatedRequest): SimulatedResponse {
      const limit = Math.min(Number(query.get('limit') ?? 50), 100);
      const rows = page.all(query.get('repo'), Number(query.get('cursor') ?? Number.MAX_SAFE_INTEGER), limit);
      const records = rows.map(({ uri, cid, record }) => ({ uri, cid, value: JSON.parse(String(record)) }));
      const last = rows.length === limit ? { cursor: String(rows.at(-1)!.n) } : {};
      return { status: 200, body: { records, ...last } };
    },
    /** Respond to `com.atproto.repo.uploadBlob`. The same bytes have the same reference. */
    upload({ headers, body }: SimulatedRequest, access: TokenAccess): SimulatedResponse {
      if (body.length > MAX_BLOB_BYTES) return xrpcError(413, 'PayloadTooLarge', 'request entity too large');
      const mimeType = headers['content-type'] ?? 'application/octet-stream';
      const cid = contentId(body, 'blob');
      // The body does not name an account; a token that was never registered may act for any.
      addBlob.run(cid, access.account ?? '', body.length);
      if (mimeType.startsWith('video/')) {
        files.putPart(cid, 0, body);
        files.complete(cid, { platform: 'bluesky', account: access.account ?? '', id: cid, contentType: mimeType });
      }
      return { status: 200, body: { blob: { $type: 'blob', ref: { $link: cid }, mimeType, size: body.length } } };
    },
  };
}

function cidOf(blob: unknown): string {
  return isObject(blob) && isObject(blob.ref) ? String(blob.ref.$link) : '';
}
