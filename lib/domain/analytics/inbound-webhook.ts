import type { Platform } from '../platform.ts';
import { formatInstant } from '../timestamps.ts';
import type { EngagementInput } from './engagement-ingestion.ts';

/** What the webhooks of an account are checked with. In the table only encrypted; never answered, never logged. */
export interface InboundSecrets {
  /** Signs every webhook, and the answers to X and LinkedIn. */
  secret: string;
  /** What Meta says when it asks for the first time; null for the others. */
  verify_token: string | null;
}

/** An account whose platform may send webhooks, as it is found by its id alone. */
export interface InboundAccount {
  account_id: string;
  workspace_id: string;
  platform: Platform;
  /** The platform's own id of it. */
  external_id: string;
  /** The secrets, encrypted. */
  encrypted_secrets: string;
}

/** What its secrets are bound to: encrypted for one account, they do not open for another, nor as its tokens. */
export function inboundContext({
  account_id,
  workspace_id,
  platform,
}: Pick<InboundAccount, 'account_id' | 'workspace_id' | 'platform'>): Record<string, string> {
  return { account_id, workspace_id, platform };
}

/** A comment or a mention that a webhook tells of. */
export interface InboundEngagement {
  kind: 'comment' | 'mention';
  /** The platform's id of the post it is at; null when the platform names none. */
  post_id: string | null;
  actor: string | null;
  text: string | null;
  /** Epoch milliseconds; null when the platform does not say. */
  occurred_ms: number | null;
  /** The platform's id of it: told again, it is known by that. */
  external_id: string;
}

const MAX_TEXT_LENGTH = 10_000;
const MAX_ACTOR_LENGTH = 200;

/**
 * An element as `POST /engagements` takes it, of what a platform told. Nothing is refused for its text: control
 * characters and halves of characters are left out, and what is too long is cut. A time ahead of ours is now.
 */
export function toEngagementInput(
  told: InboundEngagement,
  platform: Platform,
  nowMs: number,
): EngagementInput {
  return {
    platform,
    platform_post_id: told.post_id ?? undefined,
    kind: told.kind,
    actor: clean(told.actor, MAX_ACTOR_LENGTH),
    text: clean(told.text, MAX_TEXT_LENGTH),
    // Before 1970 nobody commented: it is too long ago either way, and the calendar has an end there too.
    occurred_at: formatInstant(Math.max(0, Math.min(told.occurred_ms ?? nowMs, nowMs))),
    external_id: told.external_id,
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out.
const CONTROL_CHARS = /[\u0000-\u0008\u000b-\u001f\u007f]|\p{Cs}/gu;
const NOTHING_VISIBLE = /^[\s\p{Cf}]*$/u;

function clean(text: string | null, longest: number): string | undefined {
  const left = [...(text ?? '').replaceAll(CONTROL_CHARS, '')].slice(0, longest).join('');
  return NOTHING_VISIBLE.test(left) ? undefined : left;
}
