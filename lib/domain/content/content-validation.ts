import {
  CONTENT_FORMATS,
  countText,
  findViolations,
  listContentRules,
  maxTextLength,
  type PlatformRule,
  type Violation,
} from '../../platforms/content-rules.ts';
import { type FieldError, validationError } from '../api-error.ts';
import type { Platform, Visibility } from '../platform.ts';
import type { Content } from './content.ts';
import { postFor, toMediaReference } from './content.ts';

/** The parts of an item that are published. */
export type Publishable = Pick<Content, 'title' | 'description' | 'platforms' | 'media' | 'platform_options'>;

function listViolations(content: Publishable, platforms = content.platforms): Violation[] {
  return platforms.flatMap((platform) => findViolations({ platform, ...postFor(content, platform) }));
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

function isTitleFallback(content: Publishable, violation: Violation): boolean {
  return fieldOf(content, violation) === '/title';
}

/** Return the pointer of the field at fault. Text comes from the platform's option, the description, or the title. */
function fieldOf(content: Publishable, { platform, field, index }: Violation): string {
  const options = content.platform_options[platform] ?? {};
  if (field === 'link' || field === 'visibility') return `/platform_options/${platform}/${field}`;
  if (field === 'media') {
    const list = options.media === undefined ? '/media' : `/platform_options/${platform}/media`;
    return index === null ? list : `${list}/${index}`;
  }
  if (options.text !== undefined) return `/platform_options/${platform}/text`;
  return content.description === null ? '/title' : '/description';
}

/** Validation result of one platform for a valid item. */
export interface ValidationPreview {
  platform: Platform;
  text: string; // What is published there, with the options of the platform.
  media: ReturnType<typeof toMediaReference>[];
  link: string | null;
  visibility: Visibility;
  length: number; // The text length as the platform counts it.
  limit: number;
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
      return {
        platform,
        text,
        media: media.map(toMediaReference),
        link,
        visibility,
        length: countText(format, text),
        limit: maxTextLength(platform),
        missing: missing
          .filter((violation) => violation.platform === platform)
          .map(({ code, detail }) => ({ code, detail })),
        estimated_cost_usd: format.publishPriceUsd?.(text) ?? null,
      };
    }),
    rules: content.platforms.flatMap(listContentRules),
  };
}
