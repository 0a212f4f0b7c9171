import type { ItemAuthor } from '../../content/planning/item-plan.ts';
import { idEntropy } from '../../core/crypto/entropy.ts';
import type { AuditStamp } from '../../core/table/audit-stamp.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { requesterOf } from '../../identity/rules/stage.ts';
import type { Import } from '../rules/import.ts';

/** Return the author of the items of an import: the member who runs it. */
export function authorOf({ workspace_id, run_by }: Import): ItemAuthor {
  const { user_id: userId, client_id: clientId, permissions } = run_by;
  return { workspace: { id: workspace_id }, userId, clientId, keyName: null, permissions, agent: null };
}

/**
 * Build the audit stamp of an item that an import creates or deletes: the change is that of the member who runs it, or of the
 * stage key, with the actor that the product names.
 */
export function stampOfImport(
  { run_by }: Import,
  operation: 'imports.run' | 'imports.undo',
  nowMs: number,
): AuditStamp {
  const { user_id, client_id, source_ip, request_id, actor = null } = run_by;
  return {
    ...requesterOf({ user_id, client_id }),
    ...{ source_ip, request_id, operation },
    at: formatInstant(nowMs),
    change_id: Buffer.from(idEntropy(9)).toString('base64url'),
    review_link_id: null,
    actor,
  };
}
