import { cardImageKey } from '../../media/rules/media-keys.ts';
import { presignMediaUrl } from '../../media/steps/media-url.ts';
import type { CardImage, Content, LinkCard } from '../rules/content.ts';

/** A card with a URL that shows its image for an hour. */
export type LinkCardView = Omit<LinkCard, 'image'> & { image_url: string | null };

/** Build the view of the cards of an item. Null while it is not submitted. */
export async function linkCardViews(content: Content): Promise<LinkCardView[] | null> {
  if (!content.link_cards) return null;
  return Promise.all(
    content.link_cards.map(async ({ image, ...card }) => {
      return { ...card, image_url: image && (await presignImage(image, content)) };
    }),
  );
}

function presignImage({ hash }: CardImage, { workspace_id, id: content_id }: Content): Promise<string> {
  return presignMediaUrl(cardImageKey({ workspace_id, content_id }, hash));
}
