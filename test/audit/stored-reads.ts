import { genesisHash } from '../../lib/audit/rules/audit-log.ts';
import { verifySegment } from '../../lib/audit/rules/audit-verification.ts';
import { loadAddresses } from '../../lib/audit/store/audit-claims.ts';
import { loadAuditHead, loadSegment } from '../../lib/audit/store/audit-log.ts';
import { sha256 } from '../../lib/core/crypto/sha256.ts';
import { NOW_MS, one, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  AuditEntry: async () => {
    const found = await loadSegment(workspaceId, 1, 2, NOW_MS);
    const head = await loadAuditHead(workspaceId);
    const previousHash = genesisHash(workspaceId, sha256);
    const stretch = { from: 1, to: 1, previousHash, found, head, hasGrown: false };
    // Its hash was computed by another program.
    const hash = Buffer.from(String(one('AuditEntry').hash), 'base64url').toString('hex');
    return [verifySegment(stretch, sha256), { checked: 1, hash, broken: null }];
  },
  AuditHead: async () => [await loadAuditHead(workspaceId), one('AuditHead')],
  AuditClaim: async () => {
    const { change, source_ip } = one<{ change: string; source_ip: string }>('AuditClaim');
    const found = await loadAddresses(workspaceId, [{ change, isInClaim: true }], NOW_MS);
    return [found.get(change)?.source_ip, source_ip];
  },
};
