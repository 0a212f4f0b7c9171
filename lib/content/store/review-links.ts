import { secretHash } from '../../core/crypto/bearer-secret.ts';
import type { Write } from '../../core/table/commit.ts';
import { type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { load, loadAll, loadPartition, query } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey, partition } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { settingsKey, storedSettings } from '../../identity/store/workspace-settings.ts';
import { contentEntity } from '../entities/contents.ts';
import { reviewLinkEntity } from '../entities/reviews.ts';
import type { Content } from '../rules/content.ts';
import { type ReviewLink, reviewLinkEndMs } from '../rules/review/review-link.ts';
import { parseReviewToken } from '../rules/review/review-token.ts';
import { addedLinkWrite } from './review-counts.ts';

/** At most this many review links of a member are listed. */
const MAX_LINKS_OF_MEMBER = 100;

type LinkKey = { workspace_id: string; content_id: string; id: string };

function linkKey({ workspace_id, content_id, id }: LinkKey): PrimaryKey {
  return keyOf(reviewLinkEntity, { workspace_id, content_id, id });
}

function linksOf(workspaceId: string, contentId: string): string {
  return partition(reviewLinkEntity, 'pk', { workspace_id: workspaceId, content_id: contentId });
}

/** Load a review link of a content item, also one that has ended; null when there is none. */
export function loadReviewLink(workspaceId: string, contentId: string, id: string): Promise<ReviewLink | null> {
  return load<ReviewLink>(linkKey({ workspace_id: workspaceId, content_id: contentId, id }));
}

/** Load all review links of a content item. */
export function loadReviewLinks(workspaceId: string, contentId: string): Promise<ReviewLink[]> {
  return loadPartition<ReviewLink>(linksOf(workspaceId, contentId));
}

/** Load the latest review links that a member has created, newest first: at most 100. */
export async function loadReviewLinksOf({
  workspace_id,
  id,
}: {
  workspace_id: string;
  id: string;
}): Promise<ReviewLink[]> {
  const pk = partition(reviewLinkEntity, 'parent_pk', { workspace_id, created_by: id });
  const listed = await query({ index: 'by_parent', pk, descending: true, limit: MAX_LINKS_OF_MEMBER });
  const links = await loadAll<ReviewLink>(listed.map(({ pk, sk }) => ({ pk, sk }) as PrimaryKey));
  return links.filter((link) => link !== null);
}

/** List the review links of a content item, oldest first, with their total. */
export function listReviewLinks(
  workspaceId: string,
  contentId: string,
  request: PageRequest,
): Promise<TotalPage<ReviewLink>> {
  return pageWithTotal<ReviewLink>({ partitions: [linksOf(workspaceId, contentId)], descending: false }, request);
}

/** Build the write of a review link: new, or after the version that was read. It expires 30 days after its end. */
export function reviewLinkWrite(before: ReviewLink | null, after: ReviewLink): Write {
  return versioned(reviewLinkEntity, before, after, {}, reviewLinkEndMs(after));
}

/** Build the writes of a new review link. `created`: how many of its item had been created when its links were read. */
export function newReviewLinkWrites(link: ReviewLink, created: number, nowMs: number): Write[] {
  return [reviewLinkWrite(null, link), addedLinkWrite(link.workspace_id, link.content_id, created, nowMs)];
}

/** The link of a token, with its item, which may be deleted, and the settings of its workspace. */
export type LinkedItem = { link: ReviewLink; content: Content | null; settings: WorkspaceSettings };

/** Load the link of a token with its item; null for any other text. */
export async function loadByReviewToken(token: string): Promise<LinkedItem | null> {
  const name = parseReviewToken(token);
  if (!name) return null;
  const { workspace_id, content_id } = name;
  const contentKey = keyOf(contentEntity, { workspace_id, id: content_id });
  const found = await loadAll<object>([linkKey(name), contentKey, settingsKey(workspace_id)]);
  const [link, content] = found as [ReviewLink | null, Content | null];
  if (link?.token_hash !== secretHash(token)) return null;
  return { link, content, settings: storedSettings(found[2], workspace_id) };
}
