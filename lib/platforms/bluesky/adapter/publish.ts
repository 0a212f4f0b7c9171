import { classifyNoResponse, missingPostId } from '../../kit/http/classification.ts';
import { getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import type { Access, MetricsPublisher, PreparedState, PublishOutcome } from '../../kit/publisher.ts';
import { normalizeForComparison } from '../../kit/text/normalize-text.ts';
import { linkCard, POST_COLLECTION } from '../facts/facts.ts';
import { commitThread } from './commit-thread.ts';
import { fetchPostMetrics } from './metrics.ts';
import { fetchNotifications } from './notifications.ts';
import { preparePost, preparesWithRequests } from './prepare.ts';
import { findRecords } from './reconcile.ts';
import { refreshBoundTokens, refreshSession } from './refresh.ts';
import { call, classify, postUri, postUrl } from './request.ts';
import { revokeTokens } from './revoke.ts';
import { isStillProcessed } from './video-service.ts';

/** Bluesky. Base URL: the server of the account; the account's `externalId` is its DID. */
export const blueskyPublisher: MetricsPublisher = {
  preparesWithRequests,

  preparesTexts: true,

  pageUrlOf: linkCard.urlOf,

  prepare: (post, account, connection, preparation) => preparePost(post, preparation, account, connection),

  stillProcessing: (_post, saved, ...access) => isStillProcessed(saved, ...access),

  send: async (_post, preparation, ...access) =>
    typeof preparation.records === 'string'
      ? commitThread(preparation.records, ...access)
      : putRecord(preparation, ...access),

  comparableText: normalizeForComparison,

  reconcile: findRecords,

  refresh: (credentials, connection) =>
    credentials.dpopKey === undefined
      ? refreshSession(credentials, connection)
      : refreshBoundTokens(credentials, credentials.dpopKey, connection),
  revoke: revokeTokens,

  metrics: fetchPostMetrics,

  engagements: fetchNotifications,
};

/** Create a record under its key. `swapRecord: null`: only if the key is free, or has the same record already. */
async function putRecord({ recordKey, record }: PreparedState, ...access: Access): Promise<PublishOutcome> {
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
}
