import type { Post } from './platform-definition.ts';

/** What decides the card of a post. */
export type CardSource = Pick<Post, 'text' | 'media' | 'link'>;

/** The cards of links on a platform that reads no pages itself: this service reads the page, and sends its card. */
export interface LinkCardRule {
  /** Returns the URL whose card a post shows; null for none. */
  urlOf(post: CardSource): string | null;
  /** The types of images that a card may have. */
  imageTypes: readonly string[];
}
