import type { Account } from '../../accounts/rules/account.ts';
import type { CardImage, LinkCard } from '../../content/rules/content.ts';
import { getObject } from '../../core/aws/s3.ts';
import { requireEnv } from '../../core/config/env.ts';
import { type DownloadedMedia, MediaRejectedError } from '../../core/net/download-media.ts';
import { cardImageKey } from '../../media/rules/media-keys.ts';
import type { PlatformConnection } from '../../platforms/kit/publisher.ts';
import { isLibraryMedia } from '../../platforms/platform.ts';

type Reading = Required<Pick<PlatformConnection, 'fetchPage' | 'downloadMedia'>>;

/** What an approved card has in place of the URL of its image, which is read from the bucket. */
const IMAGE_URL = 'link-card:';

/**
 * Return how a publisher reads pages and files for an item whose cards were approved: no page is read again, and a link
 * without a card has none.
 */
export function approvedPages(
  cards: LinkCard[],
  owner: { account: Account; contentId: string },
  { downloadMedia }: Pick<Reading, 'downloadMedia'>,
): Reading {
  const { account, contentId } = owner;
  const known = cards.filter(({ platform }) => platform === account.platform);
  const images = new Map(known.flatMap(({ image }) => (image ? [[`${IMAGE_URL}${image.hash}`, image]] : [])));
  return {
    fetchPage: async (url) => {
      const card = known.find((each) => each.url === url);
      if (!card || card.title === null) return null;
      const { title, description, image } = card;
      return { title, description, imageUrl: image && `${IMAGE_URL}${image.hash}` };
    },
    downloadMedia: async (media) => {
      const image = isLibraryMedia(media) ? undefined : images.get(media.url);
      return image ? readImage(image, account.workspace_id, contentId) : downloadMedia(media);
    },
  };
}

async function readImage(image: CardImage, workspace_id: string, content_id: string): Promise<DownloadedMedia> {
  const key = cardImageKey({ workspace_id, content_id }, image.hash);
  const bytes = await getObject(requireEnv('MEDIA_BUCKET'), key, image.size_bytes);
  if (bytes === null || bytes === 'too_large') {
    throw new MediaRejectedError('The image of the link card is not stored any more.', null);
  }
  return { bytes, contentType: image.content_type };
}
