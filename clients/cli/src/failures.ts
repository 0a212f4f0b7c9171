import { ApiError, CisError } from '../../typescript/src/errors.ts';
import { withFamiliarNames, withoutControls } from './cell.ts';
import type { FieldNames } from './field-names.ts';
import type { Output } from './output.ts';
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
  /** It only reads, or logs in, so that a repeat needs no care. */
  isRead?: boolean;
  /** How a person has given its fields. */
  fields?: FieldNames;
  /** The id of the item that was created before it. */
  item?: string | undefined;
}

/** Describe an error in lines for stderr. */
export function describeFailure(error: unknown, request: FailedRequest = {}): string {
  const lines = messageLines(error, request).map(forPeople);
  if (error instanceof ApiError && error.retryAfter !== null)
    lines.push(`Repeat it after ${error.retryAfter} seconds.`);
  const advice = adviceFor(error, request);
  if (advice) lines.push(advice);
  const { item } = request;
  if (item !== undefined && !mayRepeat(error))
    lines.push(`The post is stored as a draft: cis show ${item}, or cis content delete ${item}`);
  return lines.join('\n');
}

/** The message of an error, which names invalid fields as a person has given them, with its code and the request. */
function messageLines(error: unknown, { fields }: FailedRequest): string[] {
  const invalid = error instanceof ApiError ? invalidFields(error, fields) : [];
  if (!(error instanceof ApiError) || invalid.length === 0) {
    return [`cis: ${error instanceof Error ? error.message : String(error)}`];
  }
  const about = [error.code, error.requestId].filter(Boolean).join(', ');
  if (invalid.length === 1) return [`cis: ${invalid[0]} (${about})`];
  return [`cis: ${invalid.length} values are invalid. (${about})`, ...invalid.map((line) => `  ${line}`)];
}

/** List the invalid fields of a request, by the names that a person has given, each with its rule. */
export function invalidFields({ errors }: ApiError, fields: FieldNames = (pointer) => pointer): string[] {
  return [...new Set(errors.map(({ pointer, detail }) => `${fields(pointer)}: ${detail}`))];
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

function forPeople(text: string): string {
  return withoutControls(withFamiliarNames(text));
}

function adviceFor(error: unknown, { key, isRead = false }: FailedRequest): string | undefined {
  if (error instanceof LoginExpiredError) return 'Log in again: cis login';
  if (error instanceof ApiError && Object.hasOwn(ADVICE, error.code)) return ADVICE[error.code];
  if (!mayRepeat(error) || isRead) return undefined;
  if (key === undefined) return 'The service may have processed the request. Check before you repeat it.';
  return `The service may have processed the request. This repeats it without a second effect: --idempotency-key ${key}`;
}
