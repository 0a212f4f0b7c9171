import { classifyNoResponse, missingPostId } from '../classification.ts';
import { asString, getPath, isSuccess, parseJsonBody } from '../json-response.ts';
import { normalizeForComparison } from '../normalize-text.ts';
import type { Access, MetricsPublisher, ReconcileOutcome, SentPost } from '../publisher.ts';
import { POST_COLLECTION } from './index.ts';
import { fetchPostMetrics } from './metrics.ts';
import { fetchNotifications } from './notifications.ts';
import { prepareRecord, preparesWithRequests } from './prepare.ts';
import { refreshBoundTokens, refreshSession } from './refresh.ts';
import { call, classify, postUri, postUrl, queryPublicly } from './request.ts';

/** Bluesky. Base URL: the server of the account; the account's `externalId` is its DID. */
export const blueskyPublisher: MetricsPublisher = {
  preparesWithRequests,

  prepare: (post, account, connection, preparation) => prepareRecord(post, preparation, account, connection),

  /** Creates the record under its key. `swapRecord: null`: only if the key is free, or has the same record already. */
  async send(_post, { recordKey, record }, ...access) {
    const [account] = access;
    const repo = account.externalId;
    const rkey = String(recordKey);
    const body = { repo, collection: POST_COLLECTION, rkey, record: JSON.parse(String(record)), swapRecord: null };
    const result = await call('com.atproto.repo.putRecord', { body }, ...access);
    if (result.response === null) return classifyNoResponse(result);
    if (!isSuccess(result.response)) return classify(result.response, account);
    const uri = postUri(repo, rkey);
    if (getPath(parseJsonBody(result.response), 'uri') !== uri) return missingPostId(result.response.status);
    return { outcome: 'published', platformPostId: uri, url: postUrl(repo, rkey) };
  },

  comparableText: normalizeForComparison,

  reconcile: findRecord,

  refresh: (credentials, connection) =>
    credentials.dpopKey === undefined
      ? refreshSession(credentials, connection)
      : refreshBoundTokens(credentials, credentials.dpopKey, connection),

  metrics: fetchPostMetrics,

  engagements: fetchNotifications,
};

/** Look up the record of a sent post by its key. No other post can have it, so nothing has to be compared. */
async function findRecord({ preparation, window }: SentPost, ...access: Access): Promise<ReconcileOutcome> {
  const [{ externalId: repo }, connection] = access;
  const rkey = asString(preparation.recordKey);
  if (rkey === undefined) return { found: 'not_seen' };
  const parameters = new URLSearchParams({ repo, collection: POST_COLLECTION, rkey });
  const { response } = await queryPublicly('com.atproto.repo.getRecord', parameters, connection);
  if (response === null) return { found: 'not_seen' };
  const json = parseJsonBody(response);
  if (response.status === 400 && getPath(json, 'error') === 'RecordNotFound') return { found: 'not_live' };
  const uri = postUri(repo, rkey);
  if (!isSuccess(response) || getPath(json, 'uri') !== uri) return { found: 'not_seen' };
  const createdMs = Date.parse(asString(getPath(json, 'value', 'createdAt')) ?? '');
  // The record states when it was prepared, which is before it was sent.
  const publishedAtMs = Math.max(Number.isNaN(createdMs) ? 0 : createdMs, window.fromMs);
  return { found: 'own', post: { platformPostId: uri, url: postUrl(repo, rkey), publishedAtMs } };
}
