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

/** The fields of a content item that are published. */
export type Publishable = Pick<Content, 'title' | 'description' | 'platforms' | 'media' | 'platform_options'>;

/** Lists the rule violations of a content item, platform by platform. */
function violationsOf(content: Publishable, platforms = content.platforms): Violation[] {
  return platforms.flatMap((platform) =>
    violations({ platform, text: textFor(content, platform), media: content.media }),
  );
}

/**
 * Throws a 422 naming each violated platform rule. Drafts may lack required parts, and their title is not
 * validated as the text.
 *
 * @param pointerOf returns the pointer to report; by default the field of the item.
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

/** Returns the pointer of the published field: the platform text, else description, else title. */
function fieldOf(content: Publishable, { platform, field, index }: Violation): string {
  if (field === 'media') return index === null ? '/media' : `/media/${index}`;
  if (content.platform_options[platform]?.text !== undefined) return `/platform_options/${platform}/text`;
  return content.description === null ? '/title' : '/description';
}

/** How one platform would publish a valid item or draft. */
export interface ValidationPreview {
  platform: Platform;
  /** The length of the text as the platform counts it. */
  length: number;
  limit: number;
  /** Requirements that must be met before the item can be scheduled. */
  missing: { code: string; detail: string }[];
  /** The price of the post in US dollars. Null where the platform does not charge. */
  estimated_cost_usd: number | null;
}

/** Builds the preview of a content item on its platforms, with the applied rules. */
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
  throw new Error(`${platform} has no rule for the length of the text.`);
}
