import type { TokenAccess } from '../../kit/simulator/oauth-grants.ts';
import { isAuthorizedFor } from '../../kit/simulator/oauth-grants.ts';
import {
  isObject,
  jsonObject,
  type SimulatedRequest,
  type SimulatedResponse,
} from '../../kit/simulator/simulated-http.ts';
import type { SimulatorStores } from '../../kit/simulator/simulated-platform.ts';
import { BLUESKY_ERRORS, invalidRequest, invalidSwap, missingToken, xrpcError } from './errors.ts';
import { blobCid, recordCid, sha256, TID } from './identifiers.ts';
import type { Identities } from './identity.ts';
import { blobsOf, postViolation } from './post-record.ts';

const POSTS = 'app.bsky.feed.post';
/** `blobUploadLimit` of a server with default settings. */
const MAX_BLOB_BYTES = 5_242_880;
const MAX_WRITES = 200;
const CREATE = 'com.atproto.repo.applyWrites#create';

/** A record to write. */
type NewRecord = { rkey: string; uri: string; cid: string; record: Record<string, unknown> };

/** Open the repositories of accounts: their posts and blobs. */
export function openRecords({ store, files }: SimulatorStores, identities: Identities) {
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

  /** Check a record and its key. Returns the record to write, or the error for an invalid one. */
  function validate(
    repo: string,
    { collection, rkey, record }: Record<string, unknown>,
  ): NewRecord | { rejection: SimulatedResponse } {
    const reject = (message: string) => ({ rejection: invalidRequest(message) });
    if (!isObject(record)) return reject('Input must have the property "record"');
    if (collection !== POSTS || record.$type !== POSTS) {
      return reject(`Invalid $type: expected ${collection}, got ${record.$type}`);
    }
    if (typeof rkey !== 'string' || !TID.test(rkey)) {
      return reject(`Invalid record key for ${POSTS}: TID syntax not valid (regex)`);
    }
    const violation = postViolation(record);
    if (violation !== null) return reject(`Invalid ${POSTS} record: ${violation}`);
    const rejection = blobViolation(record, repo);
    if (rejection !== null) return { rejection };
    return { rkey, uri: `at://${repo}/${POSTS}/${rkey}`, cid: recordCid(record), record };
  }

  /** Add records in one commit: all of them or none. */
  function commit(repo: string, records: NewRecord[]) {
    store.atomically(() => {
      for (const { uri, cid, record } of records) {
        add.run(uri, repo, cid, JSON.stringify(record));
        const parent = isObject(record.reply) && isObject(record.reply.parent) ? String(record.reply.parent.uri) : null;
        const reply = parent === null ? {} : { replyTo: parent };
        store.addPost({ platform: 'bluesky', id: uri, account: repo, text: String(record.text), ...reply });
        for (const { blob } of blobsOf(record)) files.showIn(uri, 'bluesky', cidOf(blob));
      }
    });
    return { cid: recordCid({ repo, records: records.map(({ cid }) => cid) }), rev: records.at(-1)?.rkey };
  }

  function write(request: SimulatedRequest, access: TokenAccess, method: 'put' | 'create'): SimulatedResponse {
    const { repo, swapRecord, ...given } = jsonObject(request.body) ?? {};
    if (typeof repo !== 'string') return invalidRequest('Input must have the property "repo"');
    if (!isAuthorizedFor(access, repo)) return missingToken();
    const valid = validate(repo, given);
    if ('rejection' in valid) return valid.rejection;
    const { uri, cid } = valid;
    const stored = find.get(uri);
    if (stored !== undefined) {
      if (method === 'create') return BLUESKY_ERRORS['500']();
      // The same record again changes nothing: there is no commit.
      if (stored.cid === cid) return { status: 200, body: { uri, cid, validationStatus: 'valid' } };
      if (swapRecord === null) return invalidSwap(String(stored.cid));
      return xrpcError(501, 'MethodNotImplemented', 'The simulator edits no records');
    }
    return { status: 200, body: { uri, cid, commit: commit(repo, [valid]), validationStatus: 'valid' } };
  }

  /** Respond to `com.atproto.repo.applyWrites`. A key in use is an internal error, as of the real server. */
  function writeAll(request: SimulatedRequest, access: TokenAccess): SimulatedResponse {
    const { repo, writes } = jsonObject(request.body) ?? {};
    if (typeof repo !== 'string') return invalidRequest('Input must have the property "repo"');
    if (!Array.isArray(writes)) return invalidRequest('Input must have the property "writes"');
    if (!isAuthorizedFor(access, repo)) return missingToken();
    if (writes.length > MAX_WRITES) return invalidRequest(`Too many writes. Max: ${MAX_WRITES}`);
    const records: NewRecord[] = [];
    for (const each of writes) {
      if (!isObject(each) || each.$type !== CREATE) {
        return xrpcError(501, 'MethodNotImplemented', 'The simulator edits no records');
      }
      const { value: record, ...reference } = each;
      const valid = validate(repo, { ...reference, record });
      if ('rejection' in valid) return valid.rejection;
      records.push(valid);
    }
    const uris = records.map(({ uri }) => uri);
    const isFree = new Set(uris).size === uris.length && uris.every((uri) => find.get(uri) === undefined);
    if (!isFree) return BLUESKY_ERRORS['500']();
    const results = records.map(({ uri, cid }) => ({ $type: `${CREATE}Result`, uri, cid, validationStatus: 'valid' }));
    return { status: 200, body: { commit: commit(repo, records), results } };
  }

  return {
    write,
    writeAll,
    /** Store a blob that the video service passes on. */
    addBlob(cid: string, repo: string, size: number): void {
      addBlob.run(cid, repo, size);
    },
    /** Respond to `com.atproto.repo.getRecord`, which needs no token. The repository is a handle or a DID. */
    get({ query }: SimulatedRequest): SimulatedResponse {
      const uri = `at://${identities.resolve(query.get('repo') ?? '')}/${query.get('collection')}/${query.get('rkey')}`;
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
      const cid = blobCid(sha256(body));
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
