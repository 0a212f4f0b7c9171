import type { DefaultAccounts } from '../../../accounts/rules/account.ts';
import { sha256 } from '../../../core/crypto/sha256.ts';
import { canonicalJson } from '../../../core/values/canonical-json.ts';
import { DAY_MS, formatInstant } from '../../../core/values/timestamps.ts';
import { PASSKEY_CHALLENGE_MS } from '../../../identity/rules/passkey.ts';
import { isLibraryMedia, type Platform } from '../../../platforms/platform.ts';
import { allMedia, type Content } from '../content.ts';
import type { Approval } from '../content-approval.ts';
import { destinationsOf } from '../content-targets.ts';

/** How long an approval is valid for an item without a time, in milliseconds. */
const UNSCHEDULED_WINDOW_MS = 30 * DAY_MS;

/** The longest statement that a request can have, in characters: one of the most files and accounts has about 5,000. */
export const MAX_STATEMENT_LENGTH = 20_000;

/** What a person signs with an approval. Its canonical JSON is the text whose SHA-256 is the challenge. Times are ISO 8601. */
export interface ApprovalStatement {
  type: 'content_approval';
  version: 1;
  workspace_id: string;
  content_id: string;
  /** The SHA-256 of the material fields: see `contentHash`. */
  content_hash: string;
  /** The submission that is approved, so that a signature is not valid for a later one. */
  submitted_at: string;
  /** The files of the media library: the SHA-256 of the bytes, null of an older file, and of what the inspection found. */
  files: { media_id: string; sha256: string | null; inspection_sha256: string }[];
  accounts: { platform: Platform; account_id: string | null }[];
  not_before: string;
  not_after: string;
  approver_id: string;
  issued_at: string;
  expires_at: string;
  origin: string;
  rp_id: string;
}

/** What a statement has besides the item. `defaults`: the account of each platform without a named one. */
export interface StatementTerms {
  contentHash: string;
  defaults: DefaultAccounts;
  approverId: string;
  origin: string;
  rpId: string;
  issuedAtMs: number;
  latenessLimitSeconds: number;
}

/** Build the statement for the approval of an item as it is. */
export function buildStatement(content: Content, terms: StatementTerms): ApprovalStatement {
  const { contentHash: content_hash, approverId: approver_id, origin, rpId: rp_id, issuedAtMs } = terms;
  return {
    ...{ type: 'content_approval', version: 1, workspace_id: content.workspace_id, content_id: content.id },
    ...{ content_hash, submitted_at: content.approval?.requested_at ?? '', files: filesOf(content) },
    ...{ accounts: accountsOf(content, terms.defaults), ...windowOf(content, terms), approver_id },
    ...{ issued_at: formatInstant(issuedAtMs), expires_at: formatInstant(issuedAtMs + PASSKEY_CHALLENGE_MS) },
    ...{ origin, rp_id },
  };
}

/** Return whether a statement has these files, in whatever order: earlier ones have that in which the table returned them. */
export function hasFiles({ files }: ApprovalStatement, present: ApprovalStatement['files']): boolean {
  const inOrder = (each: ApprovalStatement['files']) => canonicalJson(each.map((file) => canonicalJson(file)).sort());
  return Array.isArray(files) && inOrder(files) === inOrder(present);
}

/** Return the text of a statement that is signed. */
export function statementText(statement: ApprovalStatement): string {
  return canonicalJson(statement);
}

/** Read a statement from its text, or null for any other text. What it says is not verified. */
export function parseStatement(text: string): ApprovalStatement | null {
  try {
    const value = JSON.parse(text) as ApprovalStatement | null;
    return value?.type === 'content_approval' && value.version === 1 && Array.isArray(value.accounts) ? value : null;
  } catch {
    return null;
  }
}

/** List the files of the media library of an item, each once, with the hashes of its bytes and of what publishing knows about it. */
export function filesOf(content: Content): ApprovalStatement['files'] {
  const files = allMedia(content).filter(isLibraryMedia);
  const byId = new Map(files.map(({ media_id, file }) => [media_id, file]));
  return [...byId].map(([media_id, file]) => {
    return { media_id, sha256: file.sha256 ?? null, inspection_sha256: sha256(canonicalJson(file)) };
  });
}

function accountsOf(content: Content, defaults: StatementTerms['defaults']): ApprovalStatement['accounts'] {
  return destinationsOf(content).map(({ key, platform, accountId }) => {
    const target = content.targets[key];
    const bound = target?.status === 'pending' ? target.account_id : null;
    return { platform, account_id: accountId ?? bound ?? defaults[platform] ?? null };
  });
}

/** Return the time in which an approved item may be sent: from its first pending time, until its last one and the lateness limit. */
function windowOf(content: Content, { issuedAtMs, latenessLimitSeconds }: StatementTerms) {
  const times = pendingTimes(content);
  if (times.length === 0) {
    return { not_before: formatInstant(issuedAtMs), not_after: formatInstant(issuedAtMs + UNSCHEDULED_WINDOW_MS) };
  }
  const latestMs = Math.max(...times, issuedAtMs) + latenessLimitSeconds * 1000;
  return { not_before: formatInstant(Math.min(...times)), not_after: formatInstant(latestMs) };
}

function pendingTimes({ targets }: Pick<Content, 'targets'>): number[] {
  const pending = Object.values(targets).filter(({ status }) => status === 'pending');
  return pending.map(({ scheduled_at }) => Date.parse(scheduled_at));
}

/** Return whether a time is within the window of a statement. False for a statement without one. */
export function isWithinWindow({ not_before, not_after }: ApprovalStatement, nowMs: number): boolean {
  return Date.parse(not_before) <= nowMs && nowMs <= Date.parse(not_after);
}

/**
 * Return whether an approval has a statement whose window contains each pending time of the item. It verifies no
 * signature: the worker does before it sends.
 */
export function hasSignedTimes(content: Pick<Content, 'targets'>, { evidence }: Pick<Approval, 'evidence'>): boolean {
  const statement = evidence ? parseStatement(evidence.statement) : null;
  return statement !== null && pendingTimes(content).every((timeMs) => isWithinWindow(statement, timeMs));
}
