import { type FieldError, validationError } from '../../../core/problems/request-errors.ts';
import { adaptationFor } from '../../../media/rules/published-file.ts';
import {
  countText,
  findViolations,
  hasRule,
  listContentRules,
  maxCommentLength,
  maxTextLength,
  type PlatformRule,
  type Violation,
} from '../../../platforms/content-rules.ts';
import type { Media, Platform, Visibility } from '../../../platforms/platform.ts';
import { CONTENT_FORMATS } from '../../../platforms/platforms.ts';
import { findThreadViolations } from '../../../platforms/thread-rules.ts';
import type { Content } from '../content.ts';
import { postFor } from '../content.ts';
import { toMediaReference } from '../media-references.ts';
import { type Part, type PartKind, type Publishable as Parts, partsFor } from '../post/thread.ts';

/** The parts of an item that are published. */
export type Publishable = Parts & Pick<Content, 'platforms'>;

/** A violation, and the part of the item that it is about: 0 for the post itself. */
type PartViolation = Violation & { part: number; kind: PartKind };

function listViolations(content: Publishable, platforms = content.platforms): PartViolation[] {
  return platforms.flatMap((platform) => {
    const [{ kind }, ...following] = partsFor(content, platform);
    const own = findViolations({ platform, ...postFor(content, platform) });
    const others = following.flatMap((part, index) => {
      if (part.kind === 'reply' && hasRule(platform, 'thread_unsupported')) return [];
      return findViolations({ platform, ...part }).map((found) => ({ ...found, part: index + 1, kind: part.kind }));
    });
    const ofThread = findThreadViolations(platform, partsFor(content, platform));
    return [...own.map((found) => ({ ...found, part: 0, kind })), ...others, ...ofThread];
  });
}

/**
 * Reject with 422 an item that one of these platforms would always reject, naming every violation. Missing media is
 * none: it can be added until the post is due, and is a warning (`listWarnings`). `isDraft` allows a text while the
 * title stands in for it. `pointerOf` returns the JSON pointer of the request field at fault; default: the item's own
 * field.
 */
export function assertPublishable(
  content: Publishable,
  platforms: Platform[],
  { isDraft, pointerOf }: { isDraft: boolean; pointerOf?: (platform: Platform) => string },
): void {
  const found = listViolations(content, platforms).filter(
    (violation) => !violation.isMissing && !(isDraft && isTitleFallback(content, violation)),
  );
  if (found.length === 0) return;
  throw validationError(
    found.map(
      (violation): FieldError => ({
        pointer: pointerOf?.(violation.platform) ?? fieldOf(content, violation),
        code: violation.code,
        detail: violation.detail,
        platform: violation.platform,
      }),
    ),
  );
}

function isTitleFallback(content: Publishable, violation: PartViolation): boolean {
  return fieldOf(content, violation) === '/title';
}

/** Return the pointer of the field at fault. Text comes from the platform's option, the description, or the title. */
function fieldOf(content: Publishable, { platform, field, index, part, kind }: PartViolation): string {
  const options = content.platform_options[platform] ?? {};
  const within = (name: 'thread' | 'first_comment') =>
    options[name] === undefined ? `/${name}` : `/platform_options/${platform}/${name}`;
  if (field === 'thread') return within('thread');
  if (kind === 'comment') return within('first_comment');
  if (kind === 'reply') {
    const own = `${within('thread')}/${part - 1}/${field}`;
    return index === null ? own : `${own}/${index}`;
  }
  if (field === 'link' || field === 'visibility') return `/platform_options/${platform}/${field}`;
  if (field === 'media') {
    const list = options.media === undefined ? '/media' : `/platform_options/${platform}/media`;
    return index === null ? list : `${list}/${index}`;
  }
  if (options.text !== undefined) return `/platform_options/${platform}/text`;
  return content.description === null ? '/title' : '/description';
}

/** A part of an item as one platform gets it. */
export interface PartPreview {
  kind: PartKind;
  text: string;
  media: ReturnType<typeof previewMedia>;
  length: number; // As the platform counts it.
  limit: number;
}

/** Validation result of one platform for a valid item. */
export interface ValidationPreview {
  platform: Platform;
  text: string; // What is published there, with the options of the platform.
  media: ReturnType<typeof previewMedia>;
  link: string | null;
  visibility: Visibility;
  length: number; // The text length as the platform counts it.
  limit: number;
  /** The post and what follows it, in order; empty for an item that is one post on this platform. */
  parts: PartPreview[];
  missing: { code: string; detail: string }[]; // What must be added before the post is due.
  estimated_cost_usd: number | null; // The platform's price for publishing it, in US dollars; null where it is free.
}

/** Preview an item on each of its platforms, with the rules that apply, their dates and sources. */
export function buildValidationPreview(content: Publishable): {
  platforms: ValidationPreview[];
  rules: PlatformRule[];
} {
  const missing = listViolations(content).filter(({ isMissing }) => isMissing);
  return {
    platforms: content.platforms.map((platform) => {
      const { text, media, link, visibility } = postFor(content, platform);
      const format = CONTENT_FORMATS[platform];
      const parts = partsFor(content, platform);
      return {
        platform,
        text,
        media: previewMedia(media, platform),
        link,
        visibility,
        length: countText(format, text),
        limit: maxTextLength(platform),
        parts: parts.length === 1 ? [] : parts.map((part) => previewPart(platform, part)),
        missing: missing
          .filter((violation) => violation.platform === platform)
          .map(({ code, detail }) => ({ code, detail })),
        estimated_cost_usd: estimateCost(platform, parts),
      };
    }),
    rules: content.platforms.flatMap(listContentRules),
  };
}

function previewPart(platform: Platform, { kind, text, media }: Part): PartPreview {
  const limit = kind === 'comment' ? maxCommentLength(platform) : maxTextLength(platform);
  const length = countText(CONTENT_FORMATS[platform], text);
  return { kind, text, media: previewMedia(media, platform), length, limit };
}

/** Preview the files of a post, each with its adaptation to the platform. */
function previewMedia(media: Media[], platform: Platform) {
  return media.map((each) => ({ ...toMediaReference(each), adaptation: adaptationFor(each, platform) }));
}

/** Return what the platforms charge for the posts of an item, in millionths of a US dollar. */
export function estimateCostMicroUsd(content: Publishable): number {
  const costs = content.platforms.map((platform) => estimateCost(platform, partsFor(content, platform)) ?? 0);
  return Math.round(costs.reduce((sum, cost) => sum + cost, 0) * 1e6);
}

/** Add up the platform's prices of all parts, in US dollars. */
function estimateCost(platform: Platform, parts: Part[]): number | null {
  const { publishPriceUsd } = CONTENT_FORMATS[platform];
  if (!publishPriceUsd) return null;
  const total = parts.reduce((sum, { text }) => sum + publishPriceUsd(text), 0);
  // Without the inexactness of binary fractions.
  return Math.round(total * 1e6) / 1e6;
}
