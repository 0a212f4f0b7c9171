import { asString, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { type HttpResponse, shareDeadline } from '../../kit/http/request.ts';
import type { PostReader } from '../../kit/post-reader.ts';
import type { PreparedState } from '../../kit/publisher.ts';
import { definition, POST_COLLECTION } from '../facts/facts.ts';
import { postUri, queryPublicly } from './request.ts';
import { unpackThread } from './thread-records.ts';

const PLACE = /\/profile\/([^/]+)\/post\/([^/?#]+)/;

/**
 * Read the record that a URL names, with a handle or a DID, from the server of the account. A handle that the server does
 * not know may be a former one of the account, so its own records are read then. A record that was sent states when it was
 * prepared, so it was created with its send at the earliest.
 */
export const readPost: PostReader = async (url, sends, account, connection) => {
  const [, name = '', rkey = ''] = PLACE.exec(url) ?? [];
  const nextConnection = shareDeadline(connection);
  const read = (repo: string) => {
    const parameters = new URLSearchParams({ repo, collection: POST_COLLECTION, rkey });
    return queryPublicly('com.atproto.repo.getRecord', parameters, nextConnection());
  };
  let { response } = await read(name);
  const isUnknown = response?.status === 400 && !isAbsent(response);
  if (isUnknown && !name.startsWith('did:')) ({ response } = await read(account.externalId));
  if (response === null) return { found: 'unread' };
  if (isAbsent(response)) return { found: 'absent' };
  const json = parseJsonBody(response);
  const uri = asString(getPath(json, 'uri')) ?? '';
  const [, did = ''] = /^at:\/\/([^/]+)\//.exec(uri) ?? [];
  if (!isSuccess(response) || !definition.externalId.pattern.test(did)) return { found: 'unread' };
  if (uri !== postUri(account.externalId, rkey)) return { found: 'other_account' };
  const createdAtMs = Date.parse(asString(getPath(json, 'value', 'createdAt')) ?? '');
  const own = sends.filter(({ preparation }) => keysOf(preparation).includes(rkey)).map(({ window }) => window.fromMs);
  const publishedAtMs = Math.max(Number.isNaN(createdAtMs) ? 0 : createdAtMs, ...own);
  return { found: 'post', platformPostId: uri, publishedAtMs };
};

function isAbsent(response: HttpResponse): boolean {
  return response.status === 400 && getPath(parseJsonBody(response), 'error') === 'RecordNotFound';
}

/** List the keys of the records that a preparation contains. */
function keysOf({ recordKey, records }: PreparedState): unknown[] {
  const packed = asString(records);
  return packed === undefined ? [recordKey] : unpackThread(packed).map((record) => record.recordKey);
}
