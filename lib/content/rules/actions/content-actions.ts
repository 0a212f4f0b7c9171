import type { WorkspaceSettings } from '../../../identity/rules/workspace-settings.ts';
import { permitsApproval, permitsApprovalAction } from '../approval/approval-states.ts';
import { lacksApproval } from '../approval/required-approval.ts';
import type { Content, ContentStatus, Target } from '../content.ts';
import { type Destination, destinationsOf } from '../content-targets.ts';
import { permitsAction } from './target-actions.ts';

/** The status changes a caller can request. Keeping the status is always allowed. */
export const CONTENT_TRANSITIONS: Record<ContentStatus, readonly ContentStatus[]> = {
  draft: ['scheduled', 'published', 'cancelled'],
  pending_approval: ['scheduled', 'published', 'cancelled'],
  changes_requested: ['scheduled', 'published', 'cancelled'],
  approved: ['scheduled', 'published', 'cancelled'],
  scheduled: ['draft', 'cancelled', 'published'],
  publishing: ['published'],
  published: [],
  partially_published: [],
  failed: [],
  unconfirmed: [],
  cancelled: ['draft', 'scheduled', 'published'],
};

type Settings = Pick<WorkspaceSettings, 'approval' | 'approval_method'>;
type Rule = (content: Content, settings: Settings) => boolean;

/**
 * What each action needs of an item and of the settings of its workspace. The endpoints apply these rules, and each item
 * shows the actions that they permit. A request for the state that an item already has is no action: it changes nothing.
 */
const RULES = {
  publish: (content, settings) =>
    content.status !== 'publishing' && permitsStatus(content, 'published') && !lacksApproval(content, settings),
  schedule: isSchedulable,
  return_to_draft: (content) => permitsStatus(content, 'draft'),
  cancel: (content) => permitsStatus(content, 'cancelled'),
  submit: (content) => permitsApprovalAction(content, 'submit'),
  approve: permitsApproval,
  request_changes: (content) => permitsApprovalAction(content, 'request-changes'),
  withdraw: (content) => permitsApprovalAction(content, 'withdraw'),
  retry: (content, settings) => retryableDestinations(content).length > 0 && !lacksApproval(content, settings),
  delete: isDeletable,
} as const satisfies Record<string, Rule>;

/** What a request can do with a whole content item. */
export type ContentAction = keyof typeof RULES;

export const CONTENT_ACTION_NAMES = Object.keys(RULES) as ContentAction[];

/** List the actions that the state of an item and the settings of its workspace permit to any caller. */
export function availableActions(content: Content, settings: Settings): ContentAction[] {
  return CONTENT_ACTION_NAMES.filter((action) => RULES[action](content, settings));
}

/** Return whether a caller can change the status of an item to this one. */
export function permitsStatus({ status }: Pick<Content, 'status'>, requested: ContentStatus): boolean {
  return CONTENT_TRANSITIONS[status].includes(requested);
}

/** Return whether an item can get a time, or another one. */
export function isSchedulable(content: Content): boolean {
  return content.status === 'scheduled' || schedulableDestinations(content).length > 0;
}

/** List the destinations that a time is for: all of an idle item, and beside others that are live or failed the cancelled ones. */
export function schedulableDestinations(content: Content): Destination[] {
  const destinations = destinationsOf(content);
  if (permitsStatus(content, 'scheduled')) return destinations;
  if (content.status === 'scheduled' || content.status === 'publishing') return [];
  return destinations.filter(({ key }) => content.targets[key]?.status === 'cancelled');
}

/** List the destinations whose target failed permanently, or was interrupted. */
export function retryableDestinations(content: Content): Destination[] {
  return destinationsOf(content).filter(({ key }) => {
    const target = content.targets[key];
    return target !== undefined && permitsAction(target.status, 'retry');
  });
}

/**
 * Return whether an item can be deleted: no attempt is running, and no check of an unknown outcome is ahead. Between two
 * parts of a thread, no attempt is running.
 */
export function isDeletable({ targets }: Pick<Content, 'targets'>): boolean {
  return !Object.values(targets).some((target) => isAttempted(target) || isChecked(target));
}

/** Return whether the service will look for the post of a target, whose outcome is unknown. */
export function isChecked({ status, next_check_at }: Target): boolean {
  return status === 'unconfirmed' && Boolean(next_check_at);
}

function isAttempted({ status, timeline = [] }: Target): boolean {
  // A target of an earlier version has no timeline.
  const type = timeline.at(-1)?.[0] ?? 'claimed';
  return status === 'publishing' && (type === 'claimed' || type === 'sent');
}
