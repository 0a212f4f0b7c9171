import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';

/**
 * The items that publish one content, each with its time and accounts; of deleted items, what they have published
 * ([duplicates](duplicates.md)).
 */
export const contentClaimEntity = /* @__PURE__ */ defineEntity({
  name: 'ContentClaim',
  pk: 'WS#{workspace_id}#CONTENTCLAIM',
  sk: '{hash}',
});

export const contentClaimLifecycle: Lifecycle = { ending: 'data' };
