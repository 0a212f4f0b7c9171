import { classifyNoResponse, missingPostId, toPrepareFailure, toRetry } from '../classification.ts';
import { getPath, isSuccess, parseJsonBody } from '../json-response.ts';
import { parseCount } from '../metrics.ts';
import type { Media } from '../platform-definition.ts';
import type { Access, Post, PrepareFailure, PrepareOutcome } from '../publisher.ts';
import { type ContainerState, waitForContainer } from './container-state.ts';
import { call, classify, isId, QUOTA_WAIT_SECONDS } from './request.ts';

/** The quota check only saves requests, so a slow response must not use up the time of the post. */
const MAX_QUOTA_WAIT_MS = 5_000;

/**
 * Check how many posts the account has left in 24 hours; null when one is left, or when the quota is unreadable.
 * The maximum differs between Meta's pages (50, 100) and belongs to the account.
 */
async function checkQuota(...[account, connection]: Access): Promise<PrepareFailure | null> {
  const path = `${encodeURIComponent(account.externalId)}/content_publishing_limit?fields=quota_usage,config`;
  const deadlineMs = Math.min(connection.deadlineMs, MAX_QUOTA_WAIT_MS);
  const result = await call('GET', path, undefined, account, { ...connection, deadlineMs });
  if (result.response?.status !== 200) return null;
  const json = parseJsonBody(result.response);
  const used = parseCount(getPath(json, 'data', '0', 'quota_usage'));
  const total = parseCount(getPath(json, 'data', '0', 'config', 'quota_total'));
  if (used === null || total === null || used < total) return null;
  const message = `Instagram's limit of posts in 24 hours is reached: ${used} of ${total}.`;
  return toRetry('rate_limited', message, 'rate_limit', QUOTA_WAIT_SECONDS);
}

type CreateOutcome = { outcome: 'created'; id: string } | PrepareFailure;

async function createContainer(body: object, ...[account, connection]: Access): Promise<CreateOutcome> {
  const path = `${encodeURIComponent(account.externalId)}/media`;
  const result = await call('POST', path, body, account, connection);
  if (result.response === null) return toPrepareFailure(classifyNoResponse(result));
  if (!isSuccess(result.response)) return toPrepareFailure(classify(result.response, account));
  const id = getPath(parseJsonBody(result.response), 'id');
  return isId(id) ? { outcome: 'created', id } : toPrepareFailure(missingPostId(result.response.status));
}

function toImageFields({ url, alt }: Media): object {
  return { image_url: url, ...(alt ? { alt_text: alt } : {}) };
}

/** Create one container for one image; for several, one for each and one that contains them. */
async function createContainers(post: Post, ...access: Access): Promise<CreateOutcome> {
  const caption = post.text === '' ? {} : { caption: post.text };
  const [only, ...others] = post.media;
  if (only !== undefined && others.length === 0) {
    return createContainer({ ...toImageFields(only), ...caption }, ...access);
  }
  const children: string[] = [];
  for (const media of post.media) {
    const child = await createContainer({ ...toImageFields(media), is_carousel_item: true }, ...access);
    if (child.outcome !== 'created') return child;
    children.push(child.id);
  }
  return createContainer({ media_type: 'CAROUSEL', children: children.join(','), ...caption }, ...access);
}

function toPrepareOutcome(containerId: string, state: ContainerState): PrepareOutcome {
  if (state.code === 'FINISHED') return { outcome: 'prepared', preparation: { containerId } };
  return state.code === 'PUBLISHED' ? { outcome: 'already_live' } : state.failure;
}

/** Create a container, if the account may still publish, and wait until Instagram has downloaded the images. */
export async function prepareNewContainer(post: Post, ...access: Access): Promise<PrepareOutcome> {
  const exhausted = await checkQuota(...access);
  if (exhausted !== null) return exhausted;
  const container = await createContainers(post, ...access);
  if (container.outcome !== 'created') return container;
  return toPrepareOutcome(container.id, await waitForContainer(container.id, ...access));
}

/**
 * Reuse the container of an earlier attempt at the same text and images; replace one that can no longer be published.
 * One container becomes at most one post, so sending it again cannot publish twice.
 */
export async function resumeContainer(containerId: string, post: Post, ...access: Access): Promise<PrepareOutcome> {
  const state = await waitForContainer(containerId, ...access);
  const isLost = state.code === 'EXPIRED' || state.code === 'ERROR' || state.code === 'GONE';
  return isLost ? prepareNewContainer(post, ...access) : toPrepareOutcome(containerId, state);
}
