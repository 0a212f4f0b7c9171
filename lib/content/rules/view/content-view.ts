import { isSandboxAccountId } from '../../../accounts/rules/sandbox-account.ts';
import { pick } from '../../../core/values/pick.ts';
import type { WorkspaceSettings } from '../../../identity/rules/workspace-settings.ts';
import { availableActions } from '../actions/content-actions.ts';
import { editableFields } from '../actions/editable-fields.ts';
import { TARGET_ACTIONS } from '../actions/target-actions.ts';
import type { Content, Target } from '../content.ts';
import type { Approval } from '../content-approval.ts';
import { accountOf, destinationsOf, targetsInOrder } from '../content-targets.ts';
import { toMediaReference, toOptionsView, toThreadView } from '../media-references.ts';
import { toOccurrenceOf } from '../schedule/recurrence-hold.ts';
import { haltMark } from '../schedule-entry.ts';
import { toLocalView } from '../scheduled-local.ts';
import { mayDuplicate } from '../sends/earlier-sends.ts';
import { toTimelineView } from '../timeline.ts';
import { publishedTexts } from './published-texts.ts';
import { toPartViews } from './thread-view.ts';

/** Return the item as event payloads show it. */
export function toContentView(content: Content): Record<string, unknown> {
  return {
    ...pick(content, 'id', 'title', 'description', 'status', 'platforms'),
    media: content.media.map(toMediaReference),
    thread: toThreadView(content.thread),
    first_comment: content.first_comment,
    platform_options: toOptionsView(content.platform_options),
    accounts: content.accounts.map(({ id }) => id),
    // The ids of labels: `withLabelNames` puts their names there.
    ...pick(content, 'labels', 'campaign', 'metadata'),
    agents: content.agents,
    sandbox: isForSandbox(content),
    approval: content.approval && toApprovalView(content.approval),
    scheduled_at: content.scheduled_at,
    scheduled_local: toLocalView(content.scheduled_local),
    queue: content.queue,
    recurrence: toOccurrenceOf(content),
    ...pick(content, 'created_at', 'updated_at'),
    targets: targetsInOrder(content).map((target) => toTargetView(content, target)),
  };
}

/** Return an approval as the API shows it: without its evidence and earlier decision, which are responses of their own. */
function toApprovalView({ evidence: _, decision: __, reviewed: ___, ...approval }: Approval) {
  const { changed_fields = [], submission = 0, agent = null } = approval;
  return { ...approval, agent, changed_fields, submission };
}

/**
 * Return the item as the API shows it: with the fields and the actions that its state permits, and each target with its
 * timeline and its own actions. Events omit them, because they are stored for a month and sent to every webhook endpoint.
 */
export function toContentResponse(
  content: Content,
  settings: Pick<WorkspaceSettings, 'approval' | 'approval_method' | 'halts'>,
): Record<string, unknown> {
  const targets = targetsInOrder(content).map((target) => ({
    ...toTargetView(content, target),
    halt: haltMark(settings.halts, target),
    ...toTimelineView(target),
    available_actions: TARGET_ACTIONS[target.status],
  }));
  return {
    ...toContentView(content),
    published_texts: publishedTexts(content),
    editable_fields: editableFields(content),
    available_actions: availableActions(content, settings),
    targets,
  };
}

/**
 * Return whether an item is published, or will be, by a sandbox account. A default account is known once it is
 * scheduled.
 */
function isForSandbox(content: Content): boolean {
  return destinationsOf(content).some((destination) => isSandboxAccountId(accountOf(content, destination)));
}

/** Return a target as event payloads show it. */
export function toTargetView(content: Content, target: Target) {
  const { platform, account_id, status, schedule_id, scheduled_at, published_at, late_by_seconds } = target;
  const { platform_post_id, url, error, next_check_at = null } = target;
  const scheduled_local = toLocalView(target.scheduled_local);
  const times = { scheduled_at, scheduled_local, published_at, late_by_seconds, next_check_at };
  const sandbox = isSandboxAccountId(account_id);
  const parts = toPartViews(content, target);
  const retry_may_duplicate = mayDuplicate(target);
  return {
    ...{ platform, account_id, sandbox, status, schedule_id, ...times, platform_post_id, url, error },
    ...{ retry_may_duplicate, parts },
  };
}
