import { defineEntity } from '../../core/table/define-entity.ts';

/**
 * The target that a post on a platform belongs to, in whichever workspace; in the transaction in which the target gets
 * the id, or a URL without one. Never deleted: it outlives its item.
 */
export const postClaimEntity = /* @__PURE__ */ defineEntity({
  name: 'PostClaim',
  pk: 'POSTCLAIM#{post_hash}',
  sk: 'POSTCLAIM',
});

/**
 * Sends of an item with one text on one account that may have created a post with an unknown id; in the transactions
 * of its ScheduleEntry. Expires after 30 days.
 */
export const openSendsEntity = /* @__PURE__ */ defineEntity({
  name: 'OpenSends',
  pk: 'OPENSENDS#{key}',
  sk: '{content_id}',
});

/** A post of a [sandbox account](sandbox.md), which has a public page; expires after 90 days. */
export const sandboxPostEntity = /* @__PURE__ */ defineEntity({
  name: 'SandboxPost',
  pk: 'SANDBOXPOST#{id}',
  sk: 'SANDBOXPOST',
  parent_pk: 'WS#{workspace_id}#SANDBOXPOSTS#{account_id}',
  list_sk: '{id}',
});
