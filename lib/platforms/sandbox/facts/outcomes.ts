import type { PublishError } from '../../kit/definition/publish-error.ts';

/** What the sandbox does with a post. Without an `answer`, it confirms the post. */
export interface SandboxOutcome {
  /** Whether the post is stored, so that it has a page and is found by a lookup. */
  isStored: boolean;
  /** The time until the response, in milliseconds. */
  delayMs?: number;
  /** The response instead of a confirmation. `retry`: only the first attempt is rejected. */
  answer?: { outcome: 'rejected' | 'retry' | 'unknown'; error: PublishError; retryAfterSeconds?: number };
  /** The result for the target, for docs/sandbox.md. */
  result: string;
}

const NOTE = 'A marker in the text requests this outcome.';

/** The outcomes that a text can request, by the name in its marker: `[[rejected]]`. The first marker decides. */
// biome-ignore format: one row per outcome is what makes it a table.
export const SANDBOX_OUTCOMES = {
  published: { isStored: true, result: '`published`, as without a marker' },
  slow: { isStored: true, delayMs: 10_000, result: '`published`, 10 s after the request' },
  unconfirmed: { isStored: true, answer: answer('unknown', 'no_answer', 'platform', 'No response was received. The post may be live.'), result: '`unconfirmed`, because the response is lost; the post is found by the check after 5 s, and the target is `published`' },
  'unconfirmed:lost': { isStored: false, answer: answer('unknown', 'no_answer', 'platform', 'No response was received. The post may be live.'), result: '`unconfirmed`; the post does not exist, so no check finds it. After the last check, at 30 minutes, `content.failed` is emitted; a user resolves the target' },
  rejected: { isStored: false, answer: answer('rejected', 'invalid_request', 'content', 'The post was rejected.'), result: '`failed`, code `invalid_request`, category `content`' },
  duplicate: { isStored: false, answer: answer('rejected', 'duplicate_content', 'content', 'The account already has a post with this text.'), result: '`failed`, code `duplicate_content`, category `content`' },
  auth: { isStored: false, answer: answer('rejected', 'unauthorized', 'auth', 'The access token was rejected.'), result: 'the access token is rejected in two attempts, 15 s apart: `failed`, code `unauthorized`, category `auth`, and the account is `needs_reconnect`' },
  rate_limited: { isStored: true, answer: { ...answer('retry', 'rate_limited', 'rate_limit', 'The post limit was reached.'), retryAfterSeconds: 30 }, result: '`pending` with code `rate_limited`, and a warning on other posts of the account; `published` by the second attempt, 30 s later' },
  unreachable: { isStored: true, answer: answer('retry', 'unreachable', 'platform', 'The platform could not be reached. Nothing was sent.'), result: '`pending` with code `unreachable`; `published` by the second attempt, 15 s later' },
} as const satisfies Record<string, SandboxOutcome>;

function answer<Outcome extends 'rejected' | 'retry' | 'unknown'>(
  outcome: Outcome,
  code: string,
  category: PublishError['category'],
  message: string,
) {
  return { outcome, error: { code, category, message: `${message} ${NOTE}`, retryable: outcome === 'retry' } };
}

const MARKERS = /\[\[([a-z_:]+)\]\]/g;

type OutcomeName = keyof typeof SANDBOX_OUTCOMES;

/** Find the name of the outcome that a text requests, in its first marker; null when it has none. */
export function findSandboxMarker(text: string): OutcomeName | null {
  for (const [, name] of text.matchAll(MARKERS)) {
    if (Object.hasOwn(SANDBOX_OUTCOMES, name!)) return name as OutcomeName;
  }
  return null;
}

/** Return the outcome that a text requests: confirmed, when it requests none. */
export function sandboxOutcomeOf(text: string): SandboxOutcome {
  return SANDBOX_OUTCOMES[findSandboxMarker(text) ?? 'published'];
}
