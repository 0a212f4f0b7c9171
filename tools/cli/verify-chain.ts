import { verifySegment } from '../../lib/audit/rules/audit-verification.ts';
import { loadAuditHead, loadSegment } from '../../lib/audit/store/audit-log.ts';
import { sha256 } from '../../lib/core/crypto/sha256.ts';

/** Verify the hash chain of a workspace. Returns the number of its entries; throws an Error when it is broken. */
export async function verifyChain(workspaceId: string): Promise<number> {
  const head = await loadAuditHead(workspaceId);
  const found = await loadSegment(workspaceId, 1, head.number, Date.now());
  const segment = { from: 1, to: head.number, previousHash: sha256(workspaceId), found, head, hasGrown: true };
  const { checked, broken } = verifySegment(segment, sha256);
  if (broken) throw new Error(`The audit log is broken at entry ${broken.number}: ${broken.reason}.`);
  return checked;
}
