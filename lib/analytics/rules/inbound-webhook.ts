import { formatInstant } from '../../core/values/timestamps.ts';
import type { Platform } from '../../platforms/facts/platform.ts';
import type { EngagementInput } from './engagement-ingestion.ts';

/** Secrets that verify the webhooks of an account. Stored encrypted, never returned, never logged. */
export interface InboundSecrets {
  secret: string; // Signs every webhook, and the challenge responses to X and LinkedIn.
  verify_token: string | null; // Token that Meta sends with its verification request; null for the other platforms.
}

/** An account whose platform may send webhooks, looked up by its id alone. */
export interface InboundAccount {
  account_id: string;
  workspace_id: string;
  platform: Platform;
  external_id: string; // Platform id of the account.
  encrypted_secrets: string; // Encrypted secrets.
}

/** Return the encryption context of an account's secrets, so that no other account's context decrypts them. */
export function inboundContext({
  account_id,
  workspace_id,
  platform,
}: Pick<InboundAccount, 'account_id' | 'workspace_id' | 'platform'>): Record<string, string> {
  return { account_id, workspace_id, platform };
}

/** A comment or mention reported by a webhook. */
export interface InboundEngagement {
  kind: 'comment' | 'mention';
  post_id: string | null; // Platform id of the post; null if the platform does not send one.
  actor: string | null;
  text: string | null;
  occurred_ms: number | null; // Epoch milliseconds; null if the platform does not send a time.
  external_id: string; // Platform id of the engagement, the deduplication key of repeated webhooks.
}

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
