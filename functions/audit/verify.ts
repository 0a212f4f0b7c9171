import { operation } from '../../lib/audit/api/audit/verify.ts';
import { genesisHash } from '../../lib/audit/rules/audit-log.ts';
import { isNew, verifySegment } from '../../lib/audit/rules/audit-verification.ts';
import { loadAuditHead, loadSegment } from '../../lib/audit/store/audit-log.ts';
import { sha256 } from '../../lib/core/crypto/sha256.ts';
import { invalidQueryError } from '../../lib/core/problems/request-errors.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

/** Verify a segment of the audit chain: its hashes, links and end at the newest entry. */
export const handler = defineEndpoint(operation, async ({ caller, query, nowMs }) => {
  const { from, limit, previous_hash } = query;
  const workspaceId = caller.workspace.id;
  const head = await loadAuditHead(workspaceId);
  if (from > head.number + 1 && previous_hash === undefined) {
    const detail = `Must be at most ${head.number + 1}.`;
    throw invalidQueryError([{ pointer: 'from', code: 'beyond_the_head', detail }]);
  }
  const to = Math.min(from + limit - 1, head.number);
  // Includes the previous entry, which the segment links to, and the next one, which must not exist at the end.
  const entries = await loadSegment(workspaceId, Math.max(1, from - 1), Math.max(from, to + 1), nowMs);
  const beyond = entries.get(head.number + 1);
  const hasGrown =
    beyond !== undefined && (isNew(beyond, nowMs) || (await loadAuditHead(workspaceId)).number > head.number);
  const before = from === 1 ? genesisHash(workspaceId, sha256) : (entries.get(from - 1)?.hash ?? '');
  const segment = { from, to, previousHash: previous_hash ?? before, found: entries, head, hasGrown };
  const { checked, hash, broken } = verifySegment(segment, sha256);
  const complete = broken === null && to === head.number;
  return {
    status: 200,
    body: {
      valid: broken === null,
      checked,
      from,
      to,
      hash,
      head: { number: head.number, hash: head.hash },
      first_broken: broken,
      complete,
      next: broken === null && !complete ? to + 1 : null,
    },
  };
});
