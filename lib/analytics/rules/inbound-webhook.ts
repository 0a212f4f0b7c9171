import { formatInstant } from '../../core/values/timestamps.ts';
import type { InboundEngagement } from '../../platforms/kit/publisher.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { EngagementInput } from './engagement-ingestion.ts';

const MAX_TEXT_LENGTH = 10_000;
const MAX_ACTOR_LENGTH = 200;

/**
 * Convert a reported comment or mention to an element of `POST /engagements`, cleaned, truncated, not in the future.
 */
export function toEngagementInput(engagement: InboundEngagement, platform: Platform, nowMs: number): EngagementInput {
  return {
    platform,
    platform_post_id: engagement.post_id ?? undefined,
    kind: engagement.kind,
    actor: clean(engagement.actor, MAX_ACTOR_LENGTH),
    text: clean(engagement.text, MAX_TEXT_LENGTH),
    // Times before 1970 are rejected as too old in any case, and cannot all be formatted.
    occurred_at: formatInstant(Math.max(0, Math.min(engagement.occurred_ms ?? nowMs, nowMs))),
    external_id: engagement.external_id,
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed.
const CONTROL_CHARS = /[\u0000-\u0008\u000b-\u001f\u007f]|\p{Cs}/gu;
const NOTHING_VISIBLE = /^[\s\p{Cf}]*$/u;

function clean(text: string | null, longest: number): string | undefined {
  const left = [...(text ?? '').replaceAll(CONTROL_CHARS, '')].slice(0, longest).join('');
  return NOTHING_VISIBLE.test(left) ? undefined : left;
}
