import type { Schemas } from '../../api/client.ts';
import { EVENT_DESCRIPTIONS } from '../../api/values.ts';
import { capitalize } from '../../words.ts';

export type EventKind = Schemas['Event']['type'];

// A subject without a row has a group of its own.
const GROUPS: Record<string, string> = {
  content: 'Posts',
  approval: 'Approval',
  engagement: 'Engagement',
  comment: 'Engagement',
  mention: 'Engagement',
  media: 'Media library',
  account: 'Accounts',
};

export const EVENT_KINDS = Object.keys(EVENT_DESCRIPTIONS) as EventKind[];

/** The kinds of events on one subject. */
export interface EventGroup {
  name: string;
  kinds: { kind: EventKind; description: string }[];
}

/** Return all kinds of events, grouped by subject. */
export function eventGroups(): EventGroup[] {
  const groups = new Map<string, EventGroup>();
  for (const kind of EVENT_KINDS) {
    const subject = kind.split('.')[0]!;
    const name = GROUPS[subject] ?? capitalize(subject);
    const group = groups.get(name) ?? { name, kinds: [] };
    group.kinds.push({ kind, description: EVENT_DESCRIPTIONS[kind] });
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Name the kinds that an endpoint receives: all, or a list. */
export function summarizeKinds(kinds: readonly string[]): string {
  return kinds.includes('*') ? 'All events' : kinds.join(', ');
}
