import type { Account } from '../../accounts/rules/account.ts';
import { loadAccounts } from '../../accounts/store/accounts.ts';
import { loadDefaultAccounts } from '../../accounts/store/default-accounts.ts';
import { toLinkedMedia } from '../../media/steps/media-response.ts';
import type { FollowingPart, LinkedMedia, Platform, Post } from '../../platforms/platform.ts';
import { type Content, postFor } from '../rules/content.ts';
import { accountOf, destinationsOf } from '../rules/content-targets.ts';
import { listLinks } from '../rules/post/card-links.ts';
import { followingParts } from '../rules/post/thread.ts';
import { linkCardViews } from '../steps/link-card-view.ts';

/** The card of a link. `title`: null for none. `isRead`: false while the item is not submitted. */
export interface PreviewedCard {
  url: string;
  title: string | null;
  description: string;
  imageUrl: string | null;
  isRead: boolean;
}

/** A part after the post. */
export type PreviewedPart = Pick<FollowingPart, 'kind' | 'text'> & { media: LinkedMedia[]; card: PreviewedCard | null };

/** The item as it is sent to one account. `account` is the name of the account; null while none is connected. */
export interface PreviewedPost extends Required<Pick<Post, 'text' | 'visibility'>> {
  platform: Platform;
  account: string | null;
  media: LinkedMedia[];
  card: PreviewedCard | null;
  /** The further posts of the thread, then the first comment. */
  following: PreviewedPart[];
}

/** Load the post of each destination of an item as it is sent, with the name of its account. */
export async function loadPreviewedPosts(content: Content): Promise<PreviewedPost[]> {
  const { workspace_id } = content;
  const destinations = destinationsOf(content);
  const unbound = destinations.filter((each) => accountOf(content, each) === null);
  const defaults = await loadDefaultAccounts(workspace_id, [...new Set(unbound.map(({ platform }) => platform))]);
  const ids = destinations.map((each) => accountOf(content, each) ?? defaults[each.platform] ?? null);
  const known = ids.filter((id) => id !== null);
  const accounts: Map<string, Account> = await loadAccounts(workspace_id, known);
  const cardAt = await previewedCards(content);
  const posts = destinations.map(async ({ platform }, index) => {
    const account = accounts.get(ids[index] ?? '');
    const { text, visibility, media } = postFor(content, platform);
    const following = followingParts(content, platform).map(async (part, position) => {
      return { ...part, media: await linked(part.media, workspace_id), card: cardAt(platform, position + 1) };
    });
    return {
      ...{ text, visibility, platform, account: account?.handle ?? account?.name ?? null },
      media: await linked(media, workspace_id),
      card: cardAt(platform, 0),
      following: await Promise.all(following),
    };
  });
  return Promise.all(posts);
}

function linked(media: Content['media'], workspaceId: string): Promise<LinkedMedia[]> {
  return Promise.all(media.map((each) => toLinkedMedia(each, workspaceId)));
}

/** Return what finds the card of a part: as it is stored, or that its page is not read yet. */
async function previewedCards(content: Content): Promise<(platform: Platform, part: number) => PreviewedCard | null> {
  const links = listLinks(content);
  const views = await linkCardViews(content);
  return (platform, part) => {
    const link = links.find((each) => each.platform === platform && each.parts.includes(part));
    if (!link) return null;
    const { url } = link;
    const view = views?.find((each) => each.platform === platform && each.url === url);
    const { title = null, description = '', image_url: imageUrl = null } = view ?? {};
    return { url, title, description, imageUrl, isRead: views !== null };
  };
}
