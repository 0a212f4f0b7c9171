import type { Media, Platform } from './platform.ts';
import { countHashtags, countMentions } from './text/post-tags.ts';
import { urlsIn } from './text/post-urls.ts';
import { characterRefusedByX, weightedLength } from './text/weighted-length.ts';

/** One rule of a platform, as its documentation said on the day `as_of` at the address `source`. */
export type PlatformRule = { platform: Platform; as_of: string; source: string } & (
  | {
      rule:
        | 'text_too_long'
        | 'too_many_hashtags'
        | 'too_many_mentions'
        | 'media_required'
        | 'too_many_media'
        | 'alt_text_too_long';
      limit: number;
    }
  /** `accepts`: the accepted file extensions of images. */
  | { rule: 'media_unsupported'; accepts: readonly string[] }
  | { rule: 'text_character_refused' }
);

/** What is wrong with a post for one platform. `detail` is public; urls, which may be secret, are kept out. */
export interface Violation {
  platform: Platform;
  code: PlatformRule['rule'];
  field: 'text' | 'media';
  /** The position of the medium in the post, from 0; null when no single one is meant. */
  index: number | null;
  detail: string;
  /** True for what a draft may still add; everything else is wrong now. */
  isMissing: boolean;
  limit?: number;
  actual?: number;
}

const X_DOCS = { platform: 'twitter', as_of: '2026-08-22' } as const;
// The stored pages bear no date of their own; they were taken in August 2026 or later.
const LINKEDIN_DOCS = { platform: 'linkedin', as_of: '2026-08-01' } as const;
const INSTAGRAM_DOCS = { platform: 'instagram', as_of: '2026-08-01' } as const;

const X_COUNTING = 'https://docs.x.com/fundamentals/counting-characters';
const X_POST = 'https://docs.x.com/x-api/posts/create-post';
const X_MEDIA = 'https://docs.x.com/x-api/media/quickstart/best-practices';
const X_ALT_TEXT = 'https://docs.x.com/x-api/media/create-media-metadata';
const LINKEDIN_POSTS = 'https://learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api';
const LINKEDIN_IMAGES =
  'https://learn.microsoft.com/linkedin/marketing/community-management/shares/images-api';
const LINKEDIN_MULTIPLE =
  'https://learn.microsoft.com/linkedin/marketing/community-management/shares/multiimage-post-api';
const INSTAGRAM_PUBLISHING = 'https://developers.facebook.com/docs/instagram-platform/content-publishing';
const INSTAGRAM_MEDIA =
  'https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media';
const TWITTER_TEXT = 'https://github.com/twitter/twitter-text';

const JPEG = ['jpg', 'jpeg', 'jpe', 'jfif'] as const;

/** What the platforms demand of a post. Lengths are in characters (code points), on X in weighted ones. */
// biome-ignore format: one rule per line is what makes it a table.
export const PLATFORM_RULES: readonly PlatformRule[] = [
  { ...X_DOCS, rule: 'text_too_long', limit: 280, source: X_COUNTING },
  { ...X_DOCS, rule: 'text_character_refused', source: TWITTER_TEXT },
  { ...X_DOCS, rule: 'too_many_media', limit: 4, source: X_POST },
  // X takes GIFs as a category of media of their own, which our adapter does not upload.
  { ...X_DOCS, rule: 'media_unsupported', accepts: [...JPEG, 'png', 'webp'], source: X_MEDIA },
  // The number is general knowledge, not read on the page.
  { ...X_DOCS, rule: 'alt_text_too_long', limit: 1000, source: X_ALT_TEXT },

  // LinkedIn counts what it shows. Whether the backslashes our adapter adds count too is not documented.
  { ...LINKEDIN_DOCS, rule: 'text_too_long', limit: 3000, source: LINKEDIN_POSTS },
  { ...LINKEDIN_DOCS, rule: 'too_many_media', limit: 20, source: LINKEDIN_MULTIPLE },
  { ...LINKEDIN_DOCS, rule: 'media_unsupported', accepts: [...JPEG, 'png', 'gif'], source: LINKEDIN_IMAGES },
  // The number is general knowledge, not read on the page.
  { ...LINKEDIN_DOCS, rule: 'alt_text_too_long', limit: 4086, source: LINKEDIN_POSTS },

  { ...INSTAGRAM_DOCS, rule: 'media_required', limit: 1, source: INSTAGRAM_PUBLISHING },
  { ...INSTAGRAM_DOCS, rule: 'too_many_media', limit: 10, source: INSTAGRAM_PUBLISHING },
  { ...INSTAGRAM_DOCS, rule: 'media_unsupported', accepts: JPEG, source: INSTAGRAM_PUBLISHING },
  { ...INSTAGRAM_DOCS, rule: 'text_too_long', limit: 2200, source: INSTAGRAM_MEDIA },
  // In December 2025 Instagram announced a cap of 5. The documentation of the API still says 30, and a post
  // refused here that Instagram would take is the greater harm.
  { ...INSTAGRAM_DOCS, rule: 'too_many_hashtags', limit: 30, source: INSTAGRAM_MEDIA },
  { ...INSTAGRAM_DOCS, rule: 'too_many_mentions', limit: 20, source: INSTAGRAM_MEDIA },
  // The number is general knowledge, not read on the page.
  { ...INSTAGRAM_DOCS, rule: 'alt_text_too_long', limit: 1000, source: INSTAGRAM_MEDIA },
];

/** What X takes for one post, in US dollars; since February 2026. */
export const X_PRICES = {
  post: 0.015,
  post_with_url: 0.2,
  as_of: '2026-08-22',
  source: 'https://docs.x.com/x-api/getting-started/pricing',
} as const;

const NAMES: Record<Platform, string> = { instagram: 'Instagram', twitter: 'X', linkedin: 'LinkedIn' };

const X_COUNTS = 'X counts them (links count 23, emoji and most non-Latin characters 2)';

/** Extensions that tell what a file is. Of any other ending nothing follows: the platform looks itself. */
// biome-ignore format: pictures, then videos.
const KNOWN_EXTENSIONS = new Set([
  ...JPEG, 'png', 'apng', 'gif', 'webp', 'avif', 'bmp', 'tif', 'tiff', 'heic', 'heif', 'svg', 'ico', 'psd',
  'mp4', 'm4v', 'mov', 'avi', 'wmv', 'mkv', 'webm', 'mpg', 'mpeg', '3gp', 'ogv', 'flv',
]);

interface Post {
  platform: Platform;
  text: string;
  media: Media[];
}

type Finding = Omit<Violation, 'platform' | 'code' | 'isMissing'>;

/** What the path of a url ends in, in lower case, when that tells what the file is; otherwise null. */
function knownExtension(url: string): string | null {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();
  return extension !== undefined && KNOWN_EXTENSIONS.has(extension) ? extension : null;
}

function lengthOf(text: string): number {
  return [...text].length;
}

function above(actual: number, limit: number, field: Finding['field'], detail: string): Finding[] {
  return actual > limit ? [{ field, index: null, detail, limit, actual }] : [];
}

function altTextFindings(media: Media[], limit: number, name: string): Finding[] {
  return media.flatMap(({ alt = '' }, index) => {
    const actual = lengthOf(alt);
    const detail = `The alternative text has ${actual} characters. ${name} allows at most ${limit}.`;
    return above(actual, limit, 'media', detail).map((finding) => ({ ...finding, index }));
  });
}

function formatFindings(media: Media[], accepts: readonly string[], name: string): Finding[] {
  return media.flatMap(({ url, type }, index): Finding[] => {
    if (type === 'video') {
      // A limit of this service, whose adapters upload pictures only.
      const detail = `Videos are not supported for ${name} yet.`;
      return [{ field: 'media', index, detail }];
    }
    const extension = knownExtension(url);
    if (extension === null || accepts.includes(extension)) return [];
    const endings = accepts.map((each) => `.${each}`).join(', ');
    const detail = `The file extension .${extension} is not supported for ${name}. Supported extensions are ${endings}.`;
    return [{ field: 'media', index, detail }];
  });
}

function findings({ platform, text, media }: Post, rule: PlatformRule): Finding[] {
  const name = NAMES[platform];
  const tooMany = (actual: number, limit: number, field: Finding['field'], what: string) =>
    above(actual, limit, field, `The post has ${actual} ${what}. ${name} allows at most ${limit}.`);
  switch (rule.rule) {
    case 'text_too_long':
      return platform === 'twitter'
        ? tooMany(weightedLength(text), rule.limit, 'text', `characters as ${X_COUNTS}`)
        : tooMany(lengthOf(text), rule.limit, 'text', 'characters');
    case 'too_many_hashtags':
      return tooMany(countHashtags(text), rule.limit, 'text', 'hashtags');
    case 'too_many_mentions':
      return tooMany(countMentions(text), rule.limit, 'text', 'mentions');
    case 'too_many_media':
      return tooMany(media.length, rule.limit, 'media', 'media files');
    case 'alt_text_too_long':
      return altTextFindings(media, rule.limit, name);
    case 'media_unsupported':
      return formatFindings(media, rule.accepts, name);
    case 'media_required': {
      const { limit } = rule;
      const detail = `${name} requires at least one image.`;
      return media.length < limit
        ? [{ field: 'media', index: null, detail, limit, actual: media.length }]
        : [];
    }
    case 'text_character_refused': {
      const refused = characterRefusedByX(text);
      const detail = `The text contains the character ${refused}, which ${name} does not accept.`;
      return refused === null ? [] : [{ field: 'text', index: null, detail }];
    }
  }
}

/**
 * Everything for which a platform would refuse a post, or this service could not publish it, as far as its
 * text and the text of its urls tell; empty when there is nothing. In the order of the table, then of the
 * media. Where media urls lead is not looked at.
 */
export function violations(post: Post): Violation[] {
  return PLATFORM_RULES.filter(({ platform }) => platform === post.platform).flatMap((rule) =>
    findings(post, rule).map((finding) => ({
      ...finding,
      platform: post.platform,
      code: rule.rule,
      isMissing: rule.rule === 'media_required',
    })),
  );
}

/** What X takes for publishing this text, in US dollars: more when it holds anything X makes a link of. */
export function xCostUsd(text: string): number {
  return urlsIn(text.normalize('NFC')).length > 0 ? X_PRICES.post_with_url : X_PRICES.post;
}
