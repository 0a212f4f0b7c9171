import type { CertifiedKey } from '../../content/rules/approval/approval-proof.ts';
import type { Content } from '../../content/rules/content.ts';
import { readCertificate } from '../../identity/store/passkey-certificate.ts';

/** Read the certificate of the passkey that approved an item, for the person whom the table names as the approver. */
export async function readCertifiedKey({ workspace_id, approval }: Content): Promise<CertifiedKey> {
  const { certificate, credential_id } = approval!.evidence!;
  const user_id = approval!.decided_by ?? '';
  return { certificate, public_key: await readCertificate(certificate, { workspace_id, user_id, credential_id }) };
}
