import { EVENT_DESCRIPTIONS } from '../../api/values.ts';
import { hasText, t } from '../../language/texts.ts';
import { capitalize } from '../../words.ts';

export type EventKind = keyof typeof EVENT_DESCRIPTIONS;

// What people do on posts is one group.
const ENGAGEMENTS = ['comment', 'mention'];

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
    const name = groupName(subject);
    const group = groups.get(name) ?? { name, kinds: [] };
    group.kinds.push({ kind, description: EVENT_DESCRIPTIONS[kind] });
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Return the name of the group of a subject. A subject without one has a group of its own. */
function groupName(subject: string): string {
  const key = `webhooks.group_${ENGAGEMENTS.includes(subject) ? 'engagement' : subject}`;
  return hasText(key) ? t(key) : capitalize(subject);
}

/** Name the kinds that an endpoint receives: all, or a list. */
export function summarizeKinds(kinds: readonly string[]): string {
  return kinds.includes('*') ? t('webhooks.allEvents') : kinds.join(', ');
}
