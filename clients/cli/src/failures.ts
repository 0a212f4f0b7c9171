import { ApiError, CisError } from '../../typescript/src/errors.ts';
import type { Output } from './output.ts';
import { withoutControls } from './table.ts';
import { LoginExpiredError } from './tokens.ts';
import { UsageError } from './usage.ts';

/** The exit codes of the command line. */
export const EXIT = { success: 0, rejected: 1, usage: 2, retryable: 3, unconfirmed: 4, interrupted: 130 } as const;

/** What to do about an error of the service, by its code. */
const ADVICE: Readonly<Record<string, string>> = {
  invalid_client: 'Check the client id and the secret, or log in again: cis login',
  invalid_token: 'Log in again: cis login',
  insufficient_scope: 'The login or the key lacks a permission: cis whoami shows those that it has.',
  precondition_failed: 'Another change came first. Read the object again, and use its etag.',
  approval_required: 'Submit it for approval: cis content submit <id>',
  not_found: 'Check the id, and the workspace: cis whoami',
};

/** What is known of a request that has failed. */
export interface FailedRequest {
  /** Its idempotency key. */
  key?: string | undefined;
  /** It only reads, so that a repeat needs no care. */
  isRead?: boolean;
}

/** Describe an error in lines for stderr. */
export function describeFailure(error: unknown, request: FailedRequest = {}): string {
  const message = withoutControls(error instanceof Error ? error.message : String(error));
  const lines = [`cis: ${message}`];
  if (error instanceof ApiError) {
    const names = [error.code, error.requestId && `request ${error.requestId}`].filter(Boolean);
    lines[0] += withoutControls(` (${names.join(', ')})`);
    const { errors = [] } = error.problem;
    // The message of a single one is the same.
    if (errors.length > 1) lines.push(...errors.map((each) => withoutControls(`  ${each.pointer}: ${each.detail}`)));
    if (error.retryAfter !== null) lines.push(`Repeat it after ${error.retryAfter} seconds.`);
  }
  const advice = adviceFor(error, request);
  if (advice) lines.push(advice);
  return lines.join('\n');
}

/** Report the failure of a request, and return the exit code. Throws an error of another kind. */
export function reportFailure(error: unknown, request: FailedRequest, output: Output): number {
  if (!(error instanceof CisError)) throw error;
  output.note(describeFailure(error, request));
  return exitCodeOf(error);
}

/** Return the exit code of an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  return mayRepeat(error) ? EXIT.retryable : EXIT.rejected;
}

/** Tell whether the same request may succeed later. A 429 of something before the service has no problem that says so. */
export function mayRepeat(error: unknown): boolean {
  return error instanceof CisError && (error.retryable || (error instanceof ApiError && error.status === 429));
}

function adviceFor(error: unknown, { key, isRead = false }: FailedRequest): string | undefined {
  if (error instanceof LoginExpiredError) return 'Log in again: cis login';
  if (error instanceof ApiError && Object.hasOwn(ADVICE, error.code)) return ADVICE[error.code];
  if (!mayRepeat(error) || isRead) return undefined;
  if (key === undefined) return 'The service may have processed the request. Check before you repeat it.';
  return `The service may have processed the request. This repeats it without a second effect: --idempotency-key ${key}`;
}
