import type { MediaFile } from './media-file.ts';

/** A file at a public https URL, which a platform or this service downloads. */
export type LinkedMedia = { url: string; type: 'image' | 'video'; alt?: string | undefined };

/** A file of the media library. `file` is what its inspection found; a file that is ready does not change. */
export type LibraryMedia = { media_id: string; type: 'image' | 'video'; alt?: string | undefined; file: MediaFile };

/** An image or video to publish with the text. */
export type Media = LinkedMedia | LibraryMedia;

/** Check whether a medium is a file of the media library. */
export function isLibraryMedia(media: Media): media is LibraryMedia {
  return 'media_id' in media;
}

/** Who sees a post. "connections": the connections of the account's member. */
export const VISIBILITIES = ['public', 'connections'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** A part after the first post of an item: the next part of its thread, or its first comment. */
export type FollowingPart = { kind: 'reply' | 'comment'; text: string; media: Media[] };

/** The posts that a part answers, by the platform's ids: the first post of the item, and the part before it. */
export type ReplyTo = { kind: FollowingPart['kind']; rootId: string; parentId: string };

/** A part of an item on its platform. */
export type PublishedPart = { platformPostId: string; url: string | null };

/** What a URL says of its post. */
export interface NamedPost {
  /** The same for all URLs of the post, as far as they can be compared, and another one for other posts. */
  name: string;
  /** The platform's id of the post; null if the URL does not contain it. */
  id: string | null;
  /** The platform's id of the account; absent if the URL does not contain it. */
  accountId?: string;
  /** When the post was created, by its id; absent if ids contain no time. */
  createdAtMs?: number;
}

/** What one request publishes on one platform. */
export type Post = {
  text: string;
  media: Media[];
  /** The public https URL whose card the post shows; null for none of its own. */
  link?: string | null;
  visibility?: Visibility;
  /** For a part after the first one. */
  replyTo?: ReplyTo;
  /** The parts after this post, on a platform that publishes them in the same request (`publishesThreadAtOnce`). */
  following?: FollowingPart[];
};

/** `text_too_many_bytes`: a second limit of the text, in bytes of UTF-8. */
type LimitRule =
  | 'text_too_long'
  | 'text_too_many_bytes'
  | 'too_many_hashtags'
  | 'too_many_mentions'
  | 'too_many_media'
  | 'alt_text_too_long';

/** Limits of an image to which this service adapts it: bytes, pixels of a side, and pixels in all. */
type ImageLimitRule =
  | 'image_too_large'
  | 'image_too_narrow'
  | 'image_too_wide'
  | 'image_height_too_small'
  | 'image_too_tall'
  | 'image_too_many_pixels';

/** Limits of an animation, which is not adapted. Without `animation_too_large`, that of an image applies. */
type AnimationLimitRule = 'animation_too_large' | 'animation_too_many_frames';

/** Limits of a video, which is not adapted: bytes, seconds, pixels of a side, frames and bits per second, and its audio. */
// biome-ignore format: four lines keep the list short.
const VIDEO_LIMIT_RULES = [
  'video_too_large', 'video_too_small', 'video_too_long', 'video_too_short',
  'video_too_narrow', 'video_too_wide', 'video_height_too_small', 'video_too_tall',
  'video_frame_rate_too_high', 'video_frame_rate_too_low', 'video_bit_rate_too_high',
  'audio_too_many_channels', 'audio_sample_rate_too_high',
] as const;

/** What of a video a platform accepts by name: the container, codecs, and forms of its pixels. */
// biome-ignore format: two lines keep the list short.
const VIDEO_FORM_RULES = [
  'video_type_unsupported', 'video_codec_unsupported', 'video_chroma_unsupported',
  'video_scan_unsupported', 'video_pixel_aspect_unsupported', 'audio_codec_unsupported',
] as const;

/** The rules for videos, in the order in which a file is checked. */
export const VIDEO_RULES = [...VIDEO_LIMIT_RULES, ...VIDEO_FORM_RULES, 'video_aspect_ratio'] as const;
export type VideoLimitRule = (typeof VIDEO_LIMIT_RULES)[number];
export type VideoFormRule = (typeof VIDEO_FORM_RULES)[number];
export type VideoRule = (typeof VIDEO_RULES)[number];

/** A limit of the platform, as its documentation at `source` stated it on the day `as_of`. */
export type ContentRule = { as_of: string; source: string } & (
  | { rule: LimitRule | 'media_required'; limit: number }
  /** `accepts`: the file extensions of the images the platform accepts. */
  | { rule: 'media_unsupported'; accepts: readonly string[] }
  | { rule: 'text_character_refused' }
  | { rule: ImageLimitRule | AnimationLimitRule | VideoLimitRule; limit: number }
  /** `accepts`: names such as `mp4`, `h264`, `4:2:0`, `4:2:0 10-bit`, `progressive`, `1:1` and `aac LC`. */
  | { rule: VideoFormRule; accepts: readonly string[] }
  /** `accepts`: the kinds of media that a post may have one of instead of images. */
  | { rule: 'media_mixed'; accepts: readonly ('video' | 'animated GIF')[] }
  /** A limit of the first comment, where it is another one than that of the post. */
  | { rule: 'comment_too_long'; limit: number }
  /** The platform has no threads; or it rejects a part with the text of another one. */
  | { rule: 'thread_unsupported' | 'duplicate_part' }
  /** `accepts`: the narrowest and the widest aspect ratio, as width:height. */
  | { rule: 'image_aspect_ratio'; accepts: readonly [string, string] }
  | { rule: 'video_aspect_ratio'; accepts: readonly [string, string] }
  /** The platform has no card of a link besides those in the text; or none beside media. */
  | { rule: 'link_unsupported' | 'link_with_media' }
  /** `accepts`: who may see a post of the platform. */
  | { rule: 'visibility_unsupported'; accepts: readonly Visibility[] }
);

/** The platform's rules for posts. `text_too_long` is required, the other rules where they apply. */
export interface ContentFormat {
  rules: readonly ContentRule[];
  /** Counts the text as the platform does. Default: code points. */
  countText?(text: string): number;
  /** The unit of `countText` in messages. Default: `characters`. */
  textUnit?: string;
  /** Finds the first character that makes the platform reject a post, e.g. `U+FEFF`. Default: none. */
  findRejectedCharacter?(text: string): string | null;
  /** The price of publishing this text, in US dollars. Default: free. */
  publishPriceUsd?(text: string): number;
}

/** How access tokens of the platform expire and are refreshed. */
interface TokenRules {
  /** The lifetime of a new access token when the response does not state one. */
  lifetimeSeconds: number;
  /** How long before expiry a token is refreshed. */
  refreshBeforeExpirySeconds: number;
  /** A refresh token works once, and a second use revokes every token of the account. */
  isSingleUse: boolean;
  /** The credential that is exchanged for a new access token: a refresh token, or the access token itself. */
  grant: 'refresh_token' | 'access_token';
  /** Fields of the OAuth client that a refresh needs. */
  clientFields: readonly ('client_id' | 'client_secret')[];
}

/**
 * How the platform verifies a webhook URL before it sends to it.
 * - `verify_token`: Meta's `hub.*` parameters; the response is the challenge as plain text.
 * - `signed_code`: the response is JSON with an HMAC-SHA256 digest of the code in `parameter`.
 */
type ChallengeFormat =
  | { kind: 'verify_token' }
  | {
      kind: 'signed_code';
      parameter: string;
      encoding: 'hex' | 'base64';
      toResponse(code: string, digest: string): Record<string, string>;
    };

/** The platform's inbound webhooks, signed with HMAC-SHA256 over `signedPrefix` and the bytes as sent. */
interface WebhookFormat {
  /** `prefix` precedes the digest in the header. */
  signature: { header: string; prefix: string; encoding: 'hex' | 'base64'; signedPrefix: string };
  challenge: ChallengeFormat;
}

/**
 * A platform: its URLs, tokens, ids, metrics and webhooks. Plain data and pure functions, without network and
 * secrets. What its posts may contain is its `ContentFormat`.
 */
export interface PlatformDefinition {
  displayName: string;
  /**
   * Production base URL without a trailing slash, and the full URLs of the page where a person gives access and of the
   * token endpoint. `code`: of the endpoint that exchanges an authorization code, where it is another one.
   */
  urls: { api: string; authorize: string; token: string; code?: string };
  token: TokenRules;
  /**
   * Sending a prepared post again creates no second one, because the platform stores it under a key of ours. Whether it
   * is live can be looked up by that key.
   */
  isRepeatable?: true;
  /** One request publishes an item with its thread and its first comment: all of them or nothing. */
  publishesThreadAtOnce?: true;
  /** The platform downloads images from their URLs itself. Otherwise this service does. */
  downloadsImages?: true;
  /** The platform redirects only to https URLs after consent. Others redirect to `http://127.0.0.1` too. */
  requiresHttpsRedirect?: true;
  /** Checks whether a server, by its host name, is one of the platform's own, where accounts have servers. */
  ownsServer?(hostname: string): boolean;
  /**
   * Accounts are connected with an app password instead of tokens. `identifier`: what may name the account besides its
   * id; `description` completes "Must be ...".
   */
  appPassword?: { identifier: RegExp; description: string };
  /** The id of an account, inserted into requests without escaping. `description` completes "Must be ...". */
  externalId: { pattern: RegExp; description: string };
  /**
   * The public URLs of posts. `parse` receives one that `pattern` matches, and the account that the post belongs to, if
   * that is known. `parseComment`: the same for the URL of a comment, where comments are no posts; omit elsewhere.
   */
  postUrl: {
    pattern: RegExp;
    example: string;
    parse(url: string, accountId?: string): NamedPost;
    parseComment?(url: string): NamedPost;
  };
  /**
   * The most posts of one account in a time, by the documentation of the platform. What was missed while publishing was
   * halted is not sent faster.
   */
  postLimit: { posts: number; seconds: number };
  /**
   * Omit when the platform reports no metrics: its posts are never polled. `maxPostsPerPoll`: posts of one account per
   * poll message, which must finish within five minutes. `hasNoImpressions`: its metrics have none.
   */
  metrics?: { maxPostsPerPoll: number; hasNoImpressions?: true };
  /** Omit when the platform sends no webhooks: `inbound` is then rejected when an account is connected. */
  webhook?: WebhookFormat;
}
