import { type FieldError, validationError } from '../api-error.ts';
import type { Platform } from '../platform.ts';
import {
  PLATFORM_RULES,
  type PlatformRule,
  type Violation,
  violations,
  xCostUsd,
} from '../platform-rules.ts';
import { weightedLength } from '../text/weighted-length.ts';
import type { Content } from './content.ts';
import { textFor } from './content.ts';

/** What of an item goes to its platforms. */
export type Publishable = Pick<Content, 'title' | 'description' | 'platforms' | 'media' | 'platform_options'>;

/** Everything the rules of these platforms have against an item, platform by platform. */
function violationsOf(content: Publishable, platforms = content.platforms): Violation[] {
  return platforms.flatMap((platform) =>
    violations({ platform, text: textFor(content, platform), media: content.media }),
  );
}

/**
 * Refuses with 422 an item that one of these platforms would refuse, naming each of them, before it is too
 * late to do something about it. What is only missing is a draft's to add later, and so is a text while the
 * title stands in for it: `isDraft` lets both pass.
 *
 * @param pointerOf where in the request the fault lies; the item's own field when not said.
 */
export function assertPublishable(
  content: Publishable,
  platforms: Platform[],
  { isDraft, pointerOf }: { isDraft: boolean; pointerOf?: (platform: Platform) => string },
): void {
  const found = violationsOf(content, platforms).filter(
    (violation) => !(isDraft && (violation.isMissing || isTitleFallback(content, violation))),
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

/** The field whose text or media it is: the platform's own text goes before the description, that before the title. */
function fieldOf(content: Publishable, { platform, field, index: place }: Violation): string {
  if (field === 'media') return place === null ? '/media' : `/media/${place}`;
  if (content.platform_options[platform]?.text !== undefined) return `/platform_options/${platform}/text`;
  return content.description === null ? '/title' : '/description';
}

/** What one platform makes of an item that it would take, or a draft it would take once something is added. */
export interface ValidationPreview {
  platform: Platform;
  /** Of the text, as the platform counts it. */
  length: number;
  limit: number;
  /** What still has to be added before it can be scheduled. */
  missing: { code: string; detail: string }[];
  /** What the platform takes for publishing it, in US dollars; null where it takes nothing. */
  estimated_cost_usd: number | null;
}

/** An item as each of its platforms sees it, and the rules that were applied, with their dates and sources. */
export function buildValidationPreview(content: Publishable): {
  platforms: ValidationPreview[];
  rules: PlatformRule[];
} {
  const missing = violationsOf(content).filter(({ isMissing }) => isMissing);
  return {
    platforms: content.platforms.map((platform) => {
      const text = textFor(content, platform);
      return {
        platform,
        length: platform === 'twitter' ? weightedLength(text) : [...text].length,
        limit: textLimit(platform),
        missing: missing
          .filter((violation) => violation.platform === platform)
          .map(({ code, detail }) => ({ code, detail })),
        estimated_cost_usd: platform === 'twitter' ? xCostUsd(text) : null,
      };
    }),
    rules: PLATFORM_RULES.filter(({ platform }) => content.platforms.includes(platform)),
  };
}

function textLimit(platform: Platform): number {
  for (const rule of PLATFORM_RULES) {
    if (rule.platform === platform && rule.rule === 'text_too_long') return rule.limit;
  }
  throw new Error(`${platform} has no rule about the length of its text.`);
}
