import { defineEntity } from '../../core/table/define-entity.ts';
import type { Content } from '../rules/content.ts';

/**
 * A content item with its targets. Each target has a `timeline` of at most 20 events, each a list of its type, its
 * time in milliseconds and its detail. The target of a thread has its live `parts`, as its entry does.
 */
export const contentEntity = /* @__PURE__ */ defineEntity<Content>({
  name: 'Content',
  pk: 'WS#{workspace_id}#CONTENT',
  sk: '{id}',
  status_pk: 'WS#{workspace_id}#CONTENT#{status}#{platform}',
  list_sk: '{id}',
  category_pk: 'WS#{workspace_id}#CONTENT#{status}#{account_id}',
  parent_pk: 'WS#{workspace_id}#CONTENTS#{platform}',
  resource: 'content',
  defaults: () => ({
    accounts: [],
    media: [],
    thread: [],
    first_comment: null,
    platform_options: {},
    targets: {},
    idle_status: 'draft',
    scheduled_at: null,
    scheduled_local: null,
    queue: null,
    last_schedule: null,
    last_cancellation: null,
    last_publication: null,
    approval: null,
    editors: [],
    agents: [],
    labels: [],
    campaign: null,
    metadata: {},
  }),
});

/**
 * Lists an item for its second and each further target: under its platform, and under its account as soon as it is
 * known; in the transaction of its Content.
 */
export const contentTargetEntity = /* @__PURE__ */ defineEntity({
  name: 'ContentTarget',
  pk: 'WS#{workspace_id}#CONTENTTARGET',
  sk: '{content_id}#{position}',
  status_pk: 'WS#{workspace_id}#CONTENTTARGET#{status}#{platform}',
  list_sk: '{content_id}',
  category_pk: 'WS#{workspace_id}#CONTENT#{status}#{account_id}',
  parent_pk: 'WS#{workspace_id}#CONTENTTARGETS#{platform}',
});

/**
 * What was submitted for approval: the fields that the approval covers, who submitted it, and the decision about the
 * submission before. In the transaction of the submission; the last ten of an item, in the slots 0 to 9. Deleted with
 * the item, and expires after 400 days.
 */
export const contentVersionEntity = /* @__PURE__ */ defineEntity({
  name: 'ContentVersion',
  pk: 'WS#{workspace_id}#CONTENTVERSION#{content_id}',
  sk: '{slot}',
});
