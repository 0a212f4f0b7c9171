import { hasRule, requiresMedia } from './content-rules.ts';
import { acceptsImages } from './image-limits.ts';
import { VISIBILITIES, type Visibility } from './kit/definition/platform-definition.ts';
import { acceptedBy, acceptedTypes, limitOf } from './kit/definition/rule-values.ts';
import { CONTENT_FORMATS, PLATFORM_TABLE, type Platform, reportsImpressions } from './platforms.ts';
import { MAX_MEDIA, MAX_THREAD_POSTS } from './service-limits.ts';

/** What a post can have on a platform, and what the platform reports. */
export interface Capabilities {
  text_only: boolean;
  images: boolean;
  videos: boolean;
  threads: boolean;
  link_cards: boolean;
  visibilities: readonly Visibility[];
  metrics: boolean;
  impressions: boolean;
  inbound_webhooks: boolean;
}

/** Return what a platform can do, by its facts. */
export function capabilitiesOf(platform: Platform): Capabilities {
  const { rules } = CONTENT_FORMATS[platform];
  const { metrics, webhook } = PLATFORM_TABLE[platform];
  return {
    text_only: !requiresMedia(platform),
    images: acceptsImages(platform),
    videos: acceptedTypes(rules, 'video_type_unsupported').length > 0,
    threads: !hasRule(platform, 'thread_unsupported'),
    link_cards: !hasRule(platform, 'link_unsupported'),
    visibilities: acceptedBy(rules, 'visibility_unsupported') ?? VISIBILITIES,
    metrics: metrics !== undefined,
    impressions: metrics !== undefined && reportsImpressions(platform),
    inbound_webhooks: webhook !== undefined,
  };
}

/** Return the most files of a post on a platform. */
export function maxMedia(platform: Platform): number {
  return Math.min(limitOf(CONTENT_FORMATS[platform].rules, 'too_many_media'), MAX_MEDIA);
}

/** The fields that `platform_options` can have for a platform. */
export const PLATFORM_OPTION_NAMES = ['text', 'media', 'thread', 'first_comment', 'link', 'visibility'] as const;
export type PlatformOptionName = (typeof PLATFORM_OPTION_NAMES)[number];

/** What a platform accepts in a field of `platform_options`. */
export interface PlatformOption {
  name: PlatformOptionName;
  /** The accepted values; null for a field whose values are no names. */
  values: readonly string[] | null;
  /** The most entries of a list; null for other fields. */
  max_items: number | null;
  /** The fields that the post must not have beside this one. */
  excludes: readonly PlatformOptionName[];
}

/** List the options that a platform accepts, with the rules between them. */
export function optionsOf(platform: Platform): PlatformOption[] {
  const { threads, link_cards, visibilities } = capabilitiesOf(platform);
  const maxItems: Partial<Record<PlatformOptionName, number>> = {
    media: maxMedia(platform),
    // The empty list leaves out the thread of the item.
    thread: threads ? MAX_THREAD_POSTS : 0,
  };
  const isExclusive = hasRule(platform, 'link_with_media');
  return PLATFORM_OPTION_NAMES.filter((name) => name !== 'link' || link_cards).map((name) => ({
    name,
    values: name === 'visibility' ? visibilities : null,
    max_items: maxItems[name] ?? null,
    excludes:
      name === 'link' && isExclusive ? ['media'] : name === 'media' && isExclusive && link_cards ? ['link'] : [],
  }));
}
