import { originHash } from '../../lib/domain/audit.ts';
import { checkStretch } from '../../lib/domain/audit-check.ts';
import { invalidQuery } from '../../lib/domain/refusal.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { loadAuditHead, loadStretch, sha256 } from '../../lib/table/audit.ts';

/** Checks a stretch of the chain: every hash, every link, and that it ends with the newest entry. */
export const handler = endpoint('audit.verify', async ({ caller, query }) => {
  const { from, limit, previous_hash } = query;
  const workspaceId = caller.workspace.id;
  const head = await loadAuditHead(workspaceId);
  if (from > head.number + 1 && previous_hash === undefined) {
    const detail = `must be at most ${head.number + 1} now.`;
    throw invalidQuery([{ pointer: 'from', code: 'beyond_the_head', detail }]);
  }
  const to = Math.min(from + limit - 1, head.number);
  // With the one before, which it has to follow on, and the one after, which there must not be.
  const found = await loadStretch(workspaceId, Math.max(1, from - 1), Math.max(from, to + 1));
  const hasGrown = found.has(head.number + 1) && (await loadAuditHead(workspaceId)).number > head.number;
  const before = from === 1 ? originHash(workspaceId, sha256) : (found.get(from - 1)?.hash ?? '');
  const stretch = { from, to, previousHash: previous_hash ?? before, found, head, hasGrown };
  const { checked, hash, broken } = checkStretch(stretch, sha256);
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
