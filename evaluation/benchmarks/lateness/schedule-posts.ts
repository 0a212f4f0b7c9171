import type { Platform } from '../../../lib/platforms/platform.ts';
import type { JsonApiClient } from '../../../tools/local-stack/api-client.ts';

/** An item to schedule. Its text is unique and identifies the post. */
export interface PlannedItem {
  platforms: Platform[];
  text: string;
  /** RFC 3339. */
  scheduledAt: string;
}

/** One scheduled post: its schedule entry, with the time that the API returned. */
export interface ScheduledPost {
  entryId: string;
  platform: Platform;
  text: string;
  /** Epoch milliseconds. */
  scheduledMs: number;
}

interface Answer {
  targets: { schedule_id: string; platform: Platform; scheduled_at: string }[];
}

/** Requests at a time: more would only wait for each other on a laptop. */
const AT_ONCE = 8;
const PICTURE = [{ url: 'https://images.example.com/a.jpg', type: 'image' }];

/**
 * Plan items that make `posts` posts, as evenly over the platforms as it goes. Those of X and LinkedIn come in pairs,
 * two entries of one item; Instagram has separate items, because the others would download its image.
 * `textOf` and `scheduledAtOf` are given the number of the item.
 */
export function planItems(
  posts: number,
  textOf: (item: number) => string,
  scheduledAtOf: (item: number) => string,
): PlannedItem[] {
  const pairs = Math.floor(posts / 3);
  const images = posts - 2 * pairs;
  const platforms: Platform[][] = [];
  for (let n = 0; n < Math.max(pairs, images); n++) {
    if (n < pairs) platforms.push(['twitter', 'linkedin']);
    if (n < images) platforms.push(['instagram']);
  }
  return platforms.map((names, item) => ({
    platforms: names,
    text: textOf(item),
    scheduledAt: scheduledAtOf(item),
  }));
}

/** Schedule all items, a few at a time and in their order. Throws when one is rejected. */
export async function schedulePosts(call: JsonApiClient, items: PlannedItem[]): Promise<ScheduledPost[]> {
  const asked: ScheduledPost[] = [];
  const left = items.values();
  const work = async () => {
    for (const { platforms, text, scheduledAt } of left) {
      const media = platforms.includes('instagram') ? { media: PICTURE } : {};
      const body = { title: text, platforms, scheduled_at: scheduledAt, ...media };
      const { targets } = (await call('POST', '/content', body)) as Answer;
      for (const { schedule_id, platform, scheduled_at } of targets) {
        asked.push({ entryId: schedule_id, platform, text, scheduledMs: Date.parse(scheduled_at) });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return asked;
}
