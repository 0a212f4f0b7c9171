import { assertionFault } from '../../../core/crypto/webauthn-assertion.ts';
import type { WorkspaceSettings } from '../../../identity/rules/workspace-settings.ts';
import type { Content } from '../content.ts';
import type { ApprovalEvidence } from '../content-approval.ts';
import type { ScheduleEntry } from '../schedule-entry.ts';
import { filesOf, hasFiles, isWithinWindow, parseStatement } from './approval-statement.ts';
import { contentHash } from './content-hash.ts';
import { lacksApproval, requiresApproval } from './required-approval.ts';

/** The public key of a passkey, as its certificate has it. Null for one that is not of the approver. */
export interface CertifiedKey {
  certificate: string;
  public_key: string | null;
}

/** What decides about a send besides the item. `certifiedKey` is absent until the certificate was read. */
export interface SendTerms {
  settings: Pick<WorkspaceSettings, 'approval' | 'approval_method'>;
  entry: Pick<ScheduleEntry, 'platform' | 'account_id'>;
  certifiedKey?: CertifiedKey | undefined;
}

/** Return whether an item is sent only with the signature of a passkey. */
export function requiresProof(content: Content, settings: SendTerms['settings']): boolean {
  return settings.approval_method === 'passkey' && requiresApproval(content, settings);
}

/** Return the evidence whose certificate has to be read before an item is sent, or null for none. */
export function evidenceToCheck(content: Content, { settings, certifiedKey }: SendTerms): ApprovalEvidence | null {
  const evidence = requiresProof(content, settings) ? content.approval?.evidence : undefined;
  return evidence && certifiedKey?.certificate !== evidence.certificate ? evidence : null;
}

/** Return whether an item must not be sent to the account of an entry at this time: it lacks the approval, or its proof. */
export function mustNotSend(content: Content, terms: SendTerms, nowMs: number): boolean {
  if (lacksApproval(content, terms.settings)) return true;
  return requiresProof(content, terms.settings) && proofFault(content, terms, nowMs) !== null;
}

/**
 * Return why the stored approval does not prove that a person approved exactly this item, for this account and this time,
 * or null when it does. Everything is compared with what was signed; nothing that the table says about it counts.
 */
export function proofFault(content: Content, { entry, certifiedKey }: Omit<SendTerms, 'settings'>, nowMs: number) {
  const { approval } = content;
  const evidence = approval?.evidence;
  if (!evidence) return 'the approval has no signature';
  if (!certifiedKey || certifiedKey.certificate !== evidence.certificate || certifiedKey.public_key === null)
    return 'the passkey has no certificate';
  const signed = parseStatement(evidence.statement);
  if (!signed) return 'the statement is malformed';
  if (signed.workspace_id !== content.workspace_id || signed.content_id !== content.id) return 'it is for another item';
  if (signed.content_hash !== contentHash(content)) return 'the content has changed';
  if (signed.approver_id !== approval.decided_by) return 'another person approved';
  if (!hasFiles(signed, filesOf(content))) return 'the files have changed';
  const isFor = (each: SendTerms['entry']) => each.platform === entry.platform && each.account_id === entry.account_id;
  if (entry.account_id === null || !signed.accounts.some(isFor)) return 'it is for another account';
  if (!isWithinWindow(signed, nowMs)) return 'it is for another time';
  const { origin, rp_id: rpId } = signed;
  const { public_key } = certifiedKey;
  return assertionFault(evidence.assertion, { statement: evidence.statement, origin, rpId, public_key });
}
