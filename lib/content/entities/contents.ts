import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
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

// Schedule entries are logged through the targets of their item.
// biome-ignore format: several fields per line keep the table readable.
export const contentAudit: AuditModes<Content> = {
  id: 'never', workspace_id: 'never', title: 'on_request', description: 'on_request', platforms: 'on_request',
  accounts: 'on_request', media: 'redacted_urls', thread: 'redacted_urls', first_comment: 'on_request',
  platform_options: 'redacted_urls', mention_options: 'never', link_cards: 'redacted_urls',
  link_parameters: 'on_request', status: 'always', idle_status: 'never', scheduled_at: 'on_request',
  scheduled_local: 'on_request', queue: 'on_request', last_schedule: 'never', last_cancellation: 'never',
  last_publication: 'never', targets: 'always', approval: 'always', editors: 'never', agents: 'on_request',
  labels: 'on_request', campaign: 'on_request', metadata: 'on_request', recurrence: 'always', duplicate_of: 'always',
  created_by: 'never', created_at: 'never', updated_at: 'never', version: 'never',
};

export const contentLifecycle: Lifecycle = {
  ending: 'data',
  ids: 'content',
  isExported: true,
  person: { field: 'created_by', names: 'user' },
};

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

export const contentTargetLifecycle: Lifecycle = { ending: 'data' };

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

export const contentVersionLifecycle: Lifecycle = {
  ending: 'data',
  found: [{ read: 'partition', id: 'content', as: 'content_id' }],
  isExported: true,
  person: { field: 'submitted_by', names: 'user' },
};
