import type { Schemas } from '../../api/client.ts';

export type EventKind = Schemas['Event']['type'];

/** What each kind of event reports, in the words of a person who subscribes to it. */
const DESCRIPTIONS: Record<EventKind, string> = {
  'content.created': 'A post was created.',
  'content.scheduled': 'A post was scheduled, or moved to another time.',
  'content.published': 'All targets of a post are published.',
  'content.failed': 'A target failed permanently, or its outcome remains unknown.',
  'approval.requested': 'A post was submitted for approval.',
  'approval.granted': 'A post was approved.',
  'approval.rejected': 'Changes to a post were requested.',
  'approval.due_soon': 'A post is due in a day or an hour, and lacks the approval that it needs.',
  'approval.missed': 'A target was due without approval, so it was not published.',
  'engagement.received': 'Likes, shares, clicks and views of a post, summed over one minute.',
  'comment.created': 'A post received a comment.',
  'mention.detected': 'A connected account was mentioned.',
  'media.ready': 'A file of the media library passed its inspection.',
  'media.failed': 'A file of the media library was rejected.',
};

const GROUPS: Record<string, string> = {
  content: 'Posts',
  approval: 'Approval',
  engagement: 'Engagement',
  comment: 'Engagement',
  mention: 'Engagement',
  media: 'Media library',
};

export const EVENT_KINDS = Object.keys(DESCRIPTIONS) as EventKind[];

/** The kinds of events on one subject. */
export interface EventGroup {
  name: string;
  kinds: { kind: EventKind; description: string }[];
}

/** Return all kinds of events, grouped by subject. */
export function eventGroups(): EventGroup[] {
  const groups = new Map<string, EventGroup>();
  for (const kind of EVENT_KINDS) {
    const name = GROUPS[kind.split('.')[0]!]!;
    const group = groups.get(name) ?? { name, kinds: [] };
    group.kinds.push({ kind, description: DESCRIPTIONS[kind] });
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Name the kinds that an endpoint receives: all, or a list. */
export function summarizeKinds(kinds: readonly string[]): string {
  return kinds.includes('*') ? 'All events' : kinds.join(', ');
}
