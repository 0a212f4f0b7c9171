import { sha256Bytes } from '../../../core/crypto/sha256.ts';
import type { Content } from '../content.ts';
import { approvalStatusOf } from './approval-states.ts';
import { materialText } from './content-hash.ts';

/** Return the evidence of an approval as the API shows it: without its certificate, which only the service can decrypt. */
export function toApprovalEvidence(content: Content): Record<string, unknown> {
  const [status, evidence] = [approvalStatusOf(content), content.approval?.evidence];
  if (!evidence || status !== 'approved') return { content_id: content.id, status, evidence: null };
  const { statement, assertion, public_key } = evidence;
  const fingerprint = sha256Bytes(Buffer.from(public_key, 'base64url'));
  const signed = { content: materialText(content), statement, ...assertion, public_key, fingerprint };
  return { content_id: content.id, status, evidence: signed };
}
