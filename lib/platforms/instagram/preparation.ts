import type { PlatformConnection, Post, PrepareOutcome, PublishingAccount } from '../publisher.ts';
import { createContainers } from './container.ts';
import { type ContainerState, waitForContainer } from './container-state.ts';
import { findMedia } from './media.ts';
import { checkQuota } from './quota.ts';

/** How long Instagram stores a container that is not published. */
const CONTAINER_LIFE_MS = 24 * 3_600_000;

async function toPrepareOutcome(
  containerId: string,
  state: ContainerState,
  post: Post,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<PrepareOutcome> {
  if (state.code === 'FINISHED') return { outcome: 'prepared', preparation: { containerId } };
  if (state.code !== 'PUBLISHED') return state.failure;
  // The time of publication is unknown here, only the maximum age of a container.
  const media = await findMedia(post, Date.now() - CONTAINER_LIFE_MS, account, connection);
  return { outcome: 'published', platformPostId: media?.id ?? null, url: media?.url ?? null };
}

/** Create a container if the account has quota left, and wait until it is finished. */
export async function prepareNewContainer(
  post: Post,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<PrepareOutcome> {
  const exhausted = await checkQuota(account, connection);
  if (exhausted !== null) return exhausted;
  const container = await createContainers(post, account, connection);
  if (container.outcome !== 'created') return container;
  const state = await waitForContainer(container.id, account, connection);
  return toPrepareOutcome(container.id, state, post, account, connection);
}

/**
 * Reuse the container of an earlier attempt with the same text and images.
 *
 * A container becomes at most one post, so sending it again cannot create a duplicate. A container that can no
 * longer be published is replaced.
 */
export async function resumeContainer(
  containerId: string,
  post: Post,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<PrepareOutcome> {
  const state = await waitForContainer(containerId, account, connection);
  if (state.code === 'EXPIRED' || state.code === 'ERROR' || state.code === 'GONE') {
    return prepareNewContainer(post, account, connection);
  }
  return toPrepareOutcome(containerId, state, post, account, connection);
}
