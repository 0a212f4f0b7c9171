import type { Access, PrepareFailure } from '../../kit/publisher.ts';
import { THUMBNAIL_RULES, uploadImage } from './blobs.ts';

const MAX_TITLE_CHARACTERS = 300;
const MAX_DESCRIPTION_CHARACTERS = 1000;

/** The card of a link. */
type LinkCard = {
  $type: 'app.bsky.embed.external';
  external: { uri: string; title: string; description: string; thumb?: unknown };
};

/**
 * Build the card of a link from the page that it leads to. A page or an image must never make a post fail; only an error
 * of the account's server does, because the next requests would meet it too.
 * @param isRequested the caller asks for this card: the host stands in for a page that cannot be read. Otherwise such a
 * link has no card, and null is returned.
 */
export async function makeLinkCard(
  uri: string,
  isRequested: boolean,
  ...access: Access
): Promise<LinkCard | null | PrepareFailure> {
  const unread = isRequested ? { title: new URL(uri).hostname, description: '', imageUrl: null } : null;
  const page = (await access[1].fetchPage?.(uri)) ?? unread;
  if (page === null) return null;
  const title = page.title.slice(0, MAX_TITLE_CHARACTERS).toWellFormed();
  const description = page.description.slice(0, MAX_DESCRIPTION_CHARACTERS).toWellFormed();
  const external = { uri, title, description };
  if (page.imageUrl === null) return { $type: 'app.bsky.embed.external', external };
  const thumb = await uploadImage({ url: page.imageUrl, type: 'image' }, 1, THUMBNAIL_RULES, ...access);
  if (typeof thumb === 'string') {
    return { $type: 'app.bsky.embed.external', external: { ...external, thumb: JSON.parse(thumb) } };
  }
  const isOfImage = thumb.error.category === 'content';
  return isOfImage ? { $type: 'app.bsky.embed.external', external } : thumb;
}
