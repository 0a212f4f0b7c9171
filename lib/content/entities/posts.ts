import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { Item, Values } from '../../core/table/schema.ts';
import { parsePostUrl } from '../../platforms/platforms.ts';
import { postHashOf } from '../rules/post/post-names.ts';
import type { ConfirmedPart, ScheduleEntry } from '../rules/schedule-entry.ts';
import { openSendsOf } from '../rules/sends/post-identification.ts';

/**
 * The target that a post on a platform belongs to, in whichever workspace; in the transaction in which the target gets
 * the id, or a URL without one. Never deleted: it outlives its item.
 */
export const postClaimEntity = /* @__PURE__ */ defineEntity({
  name: 'PostClaim',
  pk: 'POSTCLAIM#{post_hash}',
  sk: 'POSTCLAIM',
});

export const postClaimLifecycle: Lifecycle = {
  ending: 'data',
  found: [{ read: 'key', of: ['ScheduleEntry', 'PublishedPost'], values: claimsIn }],
};

/**
 * Sends of an item with one text on one account that may have created a post with an unknown id; in the transactions
 * of its ScheduleEntry. Expires after 30 days.
 */
export const openSendsEntity = /* @__PURE__ */ defineEntity({
  name: 'OpenSends',
  pk: 'OPENSENDS#{key}',
  sk: '{content_id}',
});

export const openSendsLifecycle: Lifecycle = {
  ending: 'data',
  found: [{ read: 'key', of: ['ScheduleEntry'], values: openSendsIn }],
};

/** A post of a [sandbox account](sandbox.md), which has a public page; expires after 90 days. */
export const sandboxPostEntity = /* @__PURE__ */ defineEntity({
  name: 'SandboxPost',
  pk: 'SANDBOXPOST#{id}',
  sk: 'SANDBOXPOST',
  parent_pk: 'WS#{workspace_id}#SANDBOXPOSTS#{account_id}',
  list_sk: '{id}',
});

export const sandboxPostLifecycle: Lifecycle = {
  ending: 'data',
  found: [{ read: 'list', id: 'account', as: 'account_id' }],
};

/** List the claims of the posts of an entry, and of those that the service knows from its changes. */
function claimsIn(item: Item): Values[] {
  const { platform, account_id = null, parts = [] } = item as unknown as ScheduleEntry;
  const posts = [item, ...parts] as Pick<ConfirmedPart, 'platform_post_id' | 'url'>[];
  const names = posts.flatMap(({ platform_post_id, url }) => {
    // Which part of a thread has the URL decides how it is read, and the item that says so may be deleted.
    const kinds = url ? (['post', 'reply', 'comment'] as const) : [];
    return [platform_post_id, ...kinds.map((kind) => parsePostUrl(platform, url!, kind)?.name)];
  });
  const named = new Set(names.filter((name) => name != null));
  return [...named].map((name) => ({ post_hash: postHashOf({ platform, account_id }, name) }));
}

function openSendsIn(item: Item): Values[] {
  const sends = openSendsOf(item as unknown as ScheduleEntry);
  return sends.map(({ key }) => ({ key, content_id: item.content_id }));
}
