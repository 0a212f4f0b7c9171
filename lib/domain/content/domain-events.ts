import type { Content, Target } from './content.ts';

/** Every kind of event a webhook endpoint can ask for. Reference, section 6. */
export const EVENT_KINDS = [
  'content.created',
  'content.published',
  'content.scheduled',
  'content.failed',
  'engagement.received',
  'comment.created',
  'mention.detected',
  'approval.requested',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/**
 * Something that happened, before it has an id. `cause` names the transition within the workspace: the same
 * committed change always gives the same cause, and so the same event id.
 */
export interface DomainEventDraft {
  type: EventKind;
  dedupKey: string;
  data: Record<string, unknown>;
}

/** An event as it is stored and as its payload is delivered. Contract, section 7. */
export interface Event {
  id: string;
  workspace_id: string;
  type: EventKind;
  timestamp: string;
  data: Record<string, unknown>;
}

/** How long events, and what became of their deliveries, can be looked up. */
export const EVENT_RETENTION_DAYS = 30;

/** The time before which the log shows nothing, in epoch milliseconds. */
export function retentionStartMs(nowMs: number): number {
  return nowMs - EVENT_RETENTION_DAYS * 86_400_000;
}

/** Whether what is of this time (ISO 8601) is still in the log: the table deletes it some time later. */
export function isRetained(timestamp: string, nowMs: number): boolean {
  return Date.parse(timestamp) >= retentionStartMs(nowMs);
}

/** The payload of an event, in the order in which it is signed and shown. Contract, section 7. */
export function eventPayload({ id, type, timestamp, workspace_id, data }: Event): Event {
  return { id, type, timestamp, workspace_id, data };
}

/**
 * What a committed change of an item tells the world. Derived from the two images of the change alone, so
 * that no event can be lost, forgotten or invented. Contract, section 7.
 */
export function deriveContentEvents(before: Content | null, after: Content | null): DomainEventDraft[] {
  if (after === null) return [];
  const data = toContentView(after);
  const found: DomainEventDraft[] = [];
  if (before === null) found.push({ type: 'content.created', dedupKey: `${after.id}/created`, data });
  const scheduling = after.last_schedule;
  if (scheduling && scheduling.group_id !== before?.last_schedule?.group_id) {
    found.push({
      type: 'content.scheduled',
      dedupKey: `${after.id}/scheduled/${scheduling.group_id}`,
      data: { ...data, scheduling },
    });
  }
  for (const target of targetsOf(after)) {
    if (isTerminalFailure(target) && !wasAlreadyEmitted(before?.targets[target.platform], target)) {
      found.push({
        type: 'content.failed',
        dedupKey: `${after.id}/failed/${target.schedule_id}/${target.status}`,
        data: { ...data, failed_target: toTargetView(target) },
      });
    }
  }
  const publication = after.last_publication?.join('+');
  if (publication && publication !== before?.last_publication?.join('+')) {
    found.push({ type: 'content.published', dedupKey: `${after.id}/published/${publication}`, data });
  }
  return found;
}

/** Failed for good: what is unconfirmed is told of once nobody reads back any more. */
function isTerminalFailure(target: Target): boolean {
  return target.status === 'failed' || (target.status === 'unconfirmed' && !target.next_check_at);
}

function wasAlreadyEmitted(before: Target | undefined, after: Target): boolean {
  return (
    before?.schedule_id === after.schedule_id && before.status === after.status && isTerminalFailure(before)
  );
}

/** The targets of an item in the order of its platforms, whatever order the table gave them back in. */
function targetsOf(content: Content): Target[] {
  return content.platforms.flatMap((platform) => content.targets[platform] ?? []);
}

function toTargetView(target: Target): Target {
  const { platform, status, schedule_id, scheduled_at, published_at, late_by_seconds } = target;
  const { platform_post_id, url, error, next_check_at = null } = target;
  const times = { scheduled_at, published_at, late_by_seconds, next_check_at };
  return { platform, status, schedule_id, ...times, platform_post_id, url, error };
}

/** An item as the API shows it, and as events carry it. */
export function toContentView(content: Content): Record<string, unknown> {
  return {
    id: content.id,
    title: content.title,
    description: content.description,
    status: content.status,
    platforms: content.platforms,
    media: content.media,
    platform_options: content.platform_options,
    scheduled_at: content.scheduled_at,
    created_at: content.created_at,
    updated_at: content.updated_at,
    targets: targetsOf(content).map(toTargetView),
  };
}
