import type { Media } from '../../kit/definition/platform-definition.ts';
import { toRetry } from '../../kit/http/classification.ts';
import { asArray, getPath, parseJsonBody } from '../../kit/http/json-response.ts';
import { parseCount } from '../../kit/http/metrics.ts';
import { MAX_PROCESSING_MS, nextLookSeconds } from '../../kit/media/processing.ts';
import { findVideo } from '../../kit/media/video.ts';
import { isInLife, toUnfinished } from '../../kit/preparation.ts';
import type {
  Access,
  Post,
  Preparation,
  PreparedState,
  PrepareFailure,
  PrepareOutcome,
  Unfinished,
} from '../../kit/publisher.ts';
import { type ContainerState, fetchContainerState, waitForContainer } from './container-state.ts';
import { type CreateOutcome, createContainer } from './create-container.ts';
import { createReel } from './reel.ts';
import { call, isId, QUOTA_WAIT_SECONDS } from './request.ts';

/** The lifetime of a container that is not published. */
const CONTAINER_LIFE_MS = 24 * 3_600_000;

/** Instagram documents that a container is finished within five minutes. Long videos take more. */
const PROCESSING_MS = { image: 5 * 60_000, video: MAX_PROCESSING_MS };

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
  const message = `Instagram's limit of posts in 24 hours was reached: ${used} of ${total}.`;
  return toRetry('rate_limited', message, 'rate_limit', QUOTA_WAIT_SECONDS);
}

async function toImageFields(image: Media, [, { mediaUrl }]: Access): Promise<object> {
  if (!mediaUrl) throw new Error('Instagram needs connection.mediaUrl for a post');
  return { image_url: await mediaUrl(image), ...(image.alt ? { alt_text: image.alt } : {}) };
}

/** Create the containers of the images of a carousel that have none yet, then the one that contains them. */
async function createCarousel(
  post: Post,
  preparation: Preparation,
  ...access: Access
): Promise<CreateOutcome | Unfinished> {
  const saved = preparation.saved ?? {};
  const isUsable = isInLife(saved.createdAt, CONTAINER_LIFE_MS / 2);
  const createdAt = isUsable ? saved.createdAt! : new Date().toISOString();
  const childIds = isUsable ? asArray(saved.childIds).filter(isId) : [];
  for (const media of post.media.slice(childIds.length)) {
    if (!preparation.hasTime()) return toUnfinished(childIds.length, post.media.length);
    const child = await createContainer({ ...(await toImageFields(media, access)), is_carousel_item: true }, ...access);
    if (child.outcome !== 'created') return child;
    childIds.push(child.id);
    await preparation.save({ childIds, createdAt });
  }
  if (!preparation.hasTime()) return toUnfinished(childIds.length, post.media.length);
  const caption = post.text === '' ? {} : { caption: post.text };
  const created = await createContainer(
    { media_type: 'CAROUSEL', children: childIds.join(','), ...caption },
    ...access,
  );
  if (created.outcome === 'created' || created.outcome === 'rejected') return created;
  if (created.error.code === 'media_not_ready' && isInLife(createdAt, PROCESSING_MS.image)) {
    return { outcome: 'unfinished', error: created.error };
  }
  // Images that Instagram no longer has, or does not finish, are prepared again.
  if (['media_not_ready', 'container_gone'].includes(created.error.code)) await preparation.save({});
  return created;
}

/** Create one container for one image or a reel; for several images, one for each and one that contains them. */
async function createContainers(post: Post, preparation: Preparation, ...access: Access) {
  const video = findVideo(post.media);
  if (video) return createReel(video, post, preparation, ...access);
  const [only, ...others] = post.media;
  if (only === undefined || others.length > 0) return createCarousel(post, preparation, ...access);
  if (!preparation.hasTime()) return toUnfinished(0, 1);
  const caption = post.text === '' ? {} : { caption: post.text };
  return createContainer({ ...(await toImageFields(only, access)), ...caption }, ...access);
}

function toPrepareOutcome(containerId: string, state: ContainerState): PrepareOutcome {
  if (state.code === 'FINISHED') return { outcome: 'prepared', preparation: { containerId } };
  return state.code === 'PUBLISHED' ? { outcome: 'already_live' } : state.failure;
}

function processingMsOf({ media }: Post): number {
  return PROCESSING_MS[findVideo(media) ? 'video' : 'image'];
}

/** Return how often an attempt asks for a container. It waits for images, which take seconds, and for no video. */
function maxPollsOf({ media }: Post): number {
  return findVideo(media) ? 1 : Number.POSITIVE_INFINITY;
}

/** Return the outcome of a container in progress, until its time has ended; null for another one. */
function stillInProgress(state: ContainerState, createdAt: string, post: Post): Unfinished | null {
  const maxProcessingMs = processingMsOf(post);
  if (state.code !== 'IN_PROGRESS' || !isInLife(createdAt, maxProcessingMs)) return null;
  const continueAfterSeconds = nextLookSeconds(createdAt, maxProcessingMs);
  return { outcome: 'unfinished', error: state.failure.error, continueAfterSeconds };
}

/** Ask once whether Instagram still processes a container that was never finished. */
export async function isStillProcessed(
  post: Post,
  { containerId, createdAt }: PreparedState,
  ...access: Access
): Promise<Unfinished | null> {
  if (!isId(containerId) || typeof createdAt !== 'string' || !isInLife(createdAt, processingMsOf(post))) return null;
  return stillInProgress(await fetchContainerState(containerId, ...access), createdAt, post);
}

function isLost({ code }: ContainerState): boolean {
  return code === 'EXPIRED' || code === 'ERROR' || code === 'GONE';
}

/** Create a container, if the account may still publish, and wait until Instagram has downloaded its images. */
async function prepareNewContainer(post: Post, preparation: Preparation, ...access: Access): Promise<PrepareOutcome> {
  const isBegun = preparation.saved?.childIds ?? preparation.saved?.reelId;
  const exhausted = isBegun ? null : await checkQuota(...access);
  if (exhausted !== null) return exhausted;
  const container = await createContainers(post, preparation, ...access);
  if (container.outcome !== 'created') return container;
  const createdAt = new Date().toISOString();
  const { id } = container;
  // Most containers of images are finished at once: the second status saves them a write.
  const state = await waitForContainer(id, Math.min(2, maxPollsOf(post)), preparation, ...access);
  if (state.code !== 'IN_PROGRESS' && state.code !== 'UNREAD') return toPrepareOutcome(id, state);
  await preparation.save({ containerId: id, createdAt });
  const unfinished = findVideo(post.media) ? stillInProgress(state, createdAt, post) : null;
  return unfinished ?? continueContainer({ id, createdAt }, post, preparation, ...access);
}

/**
 * Ask for a container that was never finished, so it was never sent. Within its time the next attempt asks again; later,
 * and after an error, the usual delay precedes a new container.
 */
async function continueContainer(
  { id: containerId, createdAt }: { id: string; createdAt: string },
  post: Post,
  preparation: Preparation,
  ...access: Access
): Promise<PrepareOutcome> {
  const maxPolls = isInLife(createdAt, processingMsOf(post)) ? maxPollsOf(post) : 1;
  const state = await waitForContainer(containerId, maxPolls, preparation, ...access);
  const unfinished = stillInProgress(state, createdAt, post);
  if (unfinished) return unfinished;
  if (isLost(state)) await preparation.save({});
  // It may be finished after the usual delay.
  if (state.code === 'IN_PROGRESS') await preparation.save({ containerId, createdAt, isOverdue: 'yes' });
  return toPrepareOutcome(containerId, state);
}

/**
 * Reuse a finished container, which may have been sent; replace one that can no longer be published. One container
 * becomes at most one post, so sending it again cannot publish twice.
 */
async function resumeContainer(
  containerId: string,
  post: Post,
  preparation: Preparation,
  ...access: Access
): Promise<PrepareOutcome> {
  const state = await waitForContainer(containerId, maxPollsOf(post), preparation, ...access);
  if (isLost(state)) return prepareNewContainer(post, preparation, ...access);
  return toPrepareOutcome(containerId, state);
}

/**
 * Prepare the container of a post, or continue with that of an earlier attempt at the same text and images. A saved
 * `createdAt` means that the container was not finished, and a saved `isOverdue` that it was not in its time.
 */
export async function prepareContainer(
  post: Post,
  preparation: Preparation,
  ...access: Access
): Promise<PrepareOutcome> {
  const { containerId, createdAt, isOverdue } = preparation.saved ?? {};
  if (!isId(containerId)) return prepareNewContainer(post, preparation, ...access);
  if (typeof createdAt !== 'string') return resumeContainer(containerId, post, preparation, ...access);
  if (isOverdue === undefined) {
    return continueContainer({ id: containerId, createdAt }, post, preparation, ...access);
  }
  const state = await fetchContainerState(containerId, ...access);
  if (isLost(state) || state.code === 'IN_PROGRESS') return prepareNewContainer(post, preparation, ...access);
  return toPrepareOutcome(containerId, state);
}
