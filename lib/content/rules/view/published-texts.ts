import type { Platform } from '../../../platforms/platform.ts';
import { type Content, postFor } from '../content.ts';
import { partsFor } from '../post/thread.ts';

/** What a platform receives where link rules have added parameters: the text of each part, and the linked page. */
export interface PublishedTexts {
  platform: Platform;
  texts: string[];
  link: string | null;
}

/** List the texts of the platforms where link rules change something. */
export function publishedTexts(content: Content): PublishedTexts[] {
  const changed = content.platforms.filter((platform) => content.link_parameters?.[platform]);
  return changed.map((platform) => ({
    platform,
    texts: partsFor(content, platform).map(({ text }) => text),
    link: postFor(content, platform).link,
  }));
}
