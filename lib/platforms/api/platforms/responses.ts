import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { integer, lazyObject } from '../../../core/api/response-fields.ts';
import { PLATFORM_OPTION_NAMES } from '../../capabilities.ts';
import { CONNECTION_METHODS } from '../../connection-rules.ts';
import { VISIBILITIES } from '../../platform.ts';
import { platformName } from '../response-fields.ts';

/** A limit of a platform: null where it has none. */
const limit = lazy(() => z.nullable(integer()));
const aspectRatio = lazy(() => z.nullable(z.string()));
const contentTypes = lazy(() => z.array(z.string()));
const names = lazy(() => z.nullable(z.array(z.string())));

/** How an account is connected. */
// biome-ignore format: one field per line.
const Connection = lazy(() => z.object({
  methods: z.array(z.enum(CONNECTION_METHODS)).check(z.meta({ description: '`oauth`: a person gives access, with `POST /connect/{platform}`. The others are credentials for `POST /accounts`.', examples: [['oauth', 'access_token']] })),
  external_id: z.string().check(z.meta({ description: 'What `external_id` of `POST /accounts` must be.', examples: ['the numeric id of the user'] })),
}));

/** What a post can have on the platform, and what the platform reports. */
// biome-ignore format: one field per line.
const Capabilities = lazy(() => z.object({
  text_only: z.boolean().check(z.meta({ description: 'Whether a post can be published without media.', examples: [true] })),
  images: z.boolean().check(z.meta({ description: 'Whether a post can have images.', examples: [true] })),
  videos: z.boolean().check(z.meta({ description: 'Whether a post can have a video.', examples: [true] })),
  threads: z.boolean().check(z.meta({ description: 'Whether further posts can follow a post.', examples: [true] })),
  link_cards: z.boolean().check(z.meta({ description: 'Whether a post can name the link whose preview it shows.', examples: [false] })),
  visibilities: z.array(z.enum(VISIBILITIES)).check(z.meta({ description: 'Who can see a post.', examples: [['public']] })),
  metrics: z.boolean().check(z.meta({ description: 'Whether the platform reports metrics.', examples: [true] })),
  impressions: z.boolean().check(z.meta({ description: 'Whether the metrics include impressions, and thus an engagement rate.', examples: [true] })),
  inbound_webhooks: z.boolean().check(z.meta({ description: 'Whether the platform sends webhooks about comments and mentions.', examples: [true] })),
}));

/** The limits of the text. */
// biome-ignore format: one field per line.
const TextLimits = lazy(() => z.object({
  unit: z.string().check(z.meta({ description: 'What `max_characters` counts.', examples: ['characters'] })),
  max_characters: integer().check(z.meta({ description: 'Maximum length.', examples: [280] })),
  max_bytes: limit().check(z.meta({ description: 'Maximum size in UTF-8. Null if unlimited.', examples: [null] })),
  max_hashtags: limit().check(z.meta({ description: 'Maximum number of hashtags. Null if unlimited.', examples: [null] })),
  max_mentions: limit().check(z.meta({ description: 'Maximum number of mentions. Null if unlimited.', examples: [null] })),
}));

/** The limits of the files of a post. */
// biome-ignore format: one field per line.
const MediaLimits = lazy(() => z.object({
  min_count: integer().check(z.meta({ description: 'Minimum number of files when the post is published.', examples: [0] })),
  max_count: integer().check(z.meta({ description: 'Maximum number of files.', examples: [4] })),
  alone: z.array(z.enum(['video', 'animation'])).check(z.meta({ description: 'What a post has in place of images: one of it, and no other file.', examples: [['video']] })),
  max_alt_text_characters: integer().check(z.meta({ description: 'Maximum length of an alternative text.', examples: [1000] })),
}));

/** What the platform accepts as an image. The service adapts images of the media library to it. */
// biome-ignore format: one field per line.
const ImageLimits = lazy(() => z.object({
  content_types: contentTypes().check(z.meta({ description: 'Accepted media types.', examples: [['image/jpeg', 'image/png']] })),
  max_bytes: limit().check(z.meta({ description: 'Maximum size. Null if unlimited.', examples: [5242880] })),
  max_pixels: limit().check(z.meta({ description: 'Maximum number of pixels. Null if unlimited.', examples: [null] })),
  min_width: integer().check(z.meta({ description: 'Minimum width in pixels.', examples: [4] })),
  max_width: limit().check(z.meta({ description: 'Maximum width in pixels. Null if unlimited.', examples: [8192] })),
  min_height: integer().check(z.meta({ description: 'Minimum height in pixels.', examples: [4] })),
  max_height: limit().check(z.meta({ description: 'Maximum height in pixels. Null if unlimited.', examples: [8192] })),
  min_aspect_ratio: aspectRatio().check(z.meta({ description: 'The narrowest accepted form, as width:height. Null if any.', examples: ['4:5'] })),
  max_aspect_ratio: aspectRatio().check(z.meta({ description: 'The widest accepted form, as width:height. Null if any.', examples: ['1.91:1'] })),
  animation_content_types: contentTypes().check(z.meta({ description: 'Accepted media types of animated images.', examples: [['image/gif']] })),
  max_animation_bytes: limit().check(z.meta({ description: 'Maximum size of an animated image. Null if unlimited.', examples: [15728640] })),
  max_animation_frames: limit().check(z.meta({ description: 'Maximum number of frames of an animated image. Null if unlimited.', examples: [350] })),
}));

/** What the platform accepts as a video. */
// biome-ignore format: one field per line.
const VideoLimits = lazy(() => z.object({
  content_types: contentTypes().check(z.meta({ description: 'Accepted media types.', examples: [['video/mp4']] })),
  codecs: names().check(z.meta({ description: 'Accepted codecs. Null if any.', examples: [['h264']] })),
  audio_codecs: names().check(z.meta({ description: 'Accepted audio codecs. Null if any.', examples: [['aac LC']] })),
  min_bytes: limit().check(z.meta({ description: 'Minimum size. Null if unlimited.', examples: [null] })),
  max_bytes: limit().check(z.meta({ description: 'Maximum size. Null if unlimited.', examples: [300000000] })),
  min_seconds: z.nullable(z.number()).check(z.meta({ description: 'Minimum duration. Null if unlimited.', examples: [0.5] })),
  max_seconds: limit().check(z.meta({ description: 'Maximum duration. Null if unlimited.', examples: [180] })),
  min_width: limit().check(z.meta({ description: 'Minimum width in pixels. Null if unlimited.', examples: [32] })),
  max_width: limit().check(z.meta({ description: 'Maximum width in pixels. Null if unlimited.', examples: [1920] })),
  min_height: limit().check(z.meta({ description: 'Minimum height in pixels. Null if unlimited.', examples: [32] })),
  max_height: limit().check(z.meta({ description: 'Maximum height in pixels. Null if unlimited.', examples: [1920] })),
  min_aspect_ratio: aspectRatio().check(z.meta({ description: 'The narrowest accepted form, as width:height. Null if any.', examples: ['1:3'] })),
  max_aspect_ratio: aspectRatio().check(z.meta({ description: 'The widest accepted form, as width:height. Null if any.', examples: ['3:1'] })),
  min_frame_rate: limit().check(z.meta({ description: 'Minimum frames per second. Null if unlimited.', examples: [23] })),
  max_frame_rate: limit().check(z.meta({ description: 'Maximum frames per second. Null if unlimited.', examples: [60] })),
  max_bit_rate: limit().check(z.meta({ description: 'Maximum bits per second. Null if unlimited.', examples: [25000000] })),
  max_audio_channels: limit().check(z.meta({ description: 'Maximum number of audio channels. Null if unlimited.', examples: [2] })),
  max_audio_sample_rate: limit().check(z.meta({ description: 'Maximum audio samples per second. Null if unlimited.', examples: [48000] })),
}));

/** How many posts one account can publish. */
// biome-ignore format: one field per line.
const PostLimit = lazy(() => z.object({
  posts: integer().check(z.meta({ description: 'Maximum number of posts of an account within `seconds`.', examples: [100] })),
  seconds: integer().check(z.meta({ description: 'The length of that time.', examples: [900] })),
}));

/** What the platform accepts in a field of `platform_options`. */
// biome-ignore format: one field per line.
const Option = lazy(() => z.object({
  name: z.enum(PLATFORM_OPTION_NAMES).check(z.meta({ description: 'The name of the field.', examples: ['visibility'] })),
  values: names().check(z.meta({ description: 'The accepted values. Null for a field of any text, and for lists.', examples: [['public']] })),
  max_items: limit().check(z.meta({ description: 'Maximum number of entries of a list. 0: only the empty list is accepted. Null for other fields.', examples: [null] })),
  excludes: z.array(z.enum(PLATFORM_OPTION_NAMES)).check(z.meta({ description: 'The fields that the post must not have beside this one, also from the item itself.', examples: [[]] })),
}));

// biome-ignore format: one field per line.
export const PlatformListResponse = lazyObject(() => ({
  platforms: z.array(z.object({
    platform: platformName(),
    aliases: z.array(z.string()).check(z.meta({ description: 'Other names of the platform in requests.', examples: [['x']] })),
    name: z.string().check(z.meta({ description: 'The name as people write it.', examples: ['X'] })),
    connection: Connection().check(z.describe('How an account is connected.')),
    capabilities: Capabilities().check(z.describe('What a post can have, and what the platform reports.')),
    limits: z.object({
      text: TextLimits().check(z.meta({ description: 'The limits of the text of a post.', examples: [{ unit: 'characters', max_characters: 280, max_bytes: null, max_hashtags: null, max_mentions: null }] })),
      first_comment: z.object({ max_characters: integer().check(z.meta({ description: 'Maximum length, in `unit` of the text.', examples: [280] })) }).check(z.meta({ description: 'The limits of the first comment.', examples: [{ max_characters: 280 }] })),
      media: MediaLimits().check(z.describe('The limits of the files of a post.')),
      image: z.nullable(ImageLimits()).check(z.describe('The limits of an image, to which images of the media library are adapted. Null without images.')),
      video: z.nullable(VideoLimits()).check(z.describe('The limits of a video. Null without videos.')),
      posts: PostLimit().check(z.describe('How many posts one account can publish.')),
    }).check(z.describe('The limits of a post.')),
    options: z.array(Option()).check(z.describe('The fields of `platform_options` that the platform accepts.')),
  })).check(z.describe('All platforms.')),
}));
