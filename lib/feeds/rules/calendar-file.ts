import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { type Content, textFor } from '../../content/rules/content.ts';
import { type EntryStatus, type ScheduleEntry, statusOf } from '../../content/rules/schedule-entry.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';

/** The attributes of an item that a feed reads. `entity` tells the values that the item leaves out. */
export const READ_FIELDS = [
  'entity',
  'id',
  'title',
  'description',
  'platform_options',
  'link_parameters',
  'labels',
  'updated_at',
  'version',
] as const;
export type ReadContent = Pick<
  Content,
  'id' | 'title' | 'description' | 'platform_options' | 'link_parameters' | 'labels' | 'updated_at' | 'version'
>;

/** A post of a calendar, which an entry and its item make. `account` is a name; null while no account is connected. */
export interface PlannedPost {
  entry: Pick<ScheduleEntry, 'id' | 'content_id' | 'platform' | 'scheduled_at' | 'state'>;
  account: string | null;
  title: string;
  text: string;
  changedAt: string;
  version: number;
}

/** Characters of a text that an event has. A thousand events are smaller than the largest response of Lambda. */
const MAX_DESCRIPTION = 800;

/** How often a client is asked to load a feed again. */
const REFRESH_SECONDS = 900;

// A post that failed is not there, and one without a known outcome may not be.
const STATUSES: Partial<Record<EntryStatus, ICalEventStatus>> = {
  failed: ICalEventStatus.CANCELLED,
  unconfirmed: ICalEventStatus.TENTATIVE,
};

/** Build the file of a calendar (RFC 5545). `dashboard`: the origin of the dashboard, or null for a stage without one. */
export function calendarFile(name: string, posts: PlannedPost[], dashboard: string | null): string {
  const calendar = ical({
    prodId: { company: 'Content Intelligence Service', product: 'Calendar feed' },
    ttl: REFRESH_SECONDS,
    // The library escapes the value of this property, and not that of `name`.
    x: [['X-WR-CALNAME', name]],
    events: posts.map((post) => eventOf(post, dashboard)),
  });
  return `${calendar.toString()}\r\n`;
}

/** Return the post of an entry, without what a feed does not show. */
export function plannedPost(entry: ScheduleEntry, content: ReadContent, account: string | null): PlannedPost {
  const { title, updated_at: changedAt, version } = content;
  return { entry, account, title, text: shortened(textFor(content, entry.platform)), changedAt, version };
}

function eventOf({ entry, account, title, text, changedAt, version }: PlannedPost, dashboard: string | null) {
  const platform = PLATFORM_TABLE[entry.platform].displayName;
  const status = statusOf(entry.state);
  const facts = [platform, account, status === 'pending' ? 'scheduled' : status.replaceAll('_', ' ')];
  return {
    id: entry.id,
    // The version of the item: each change of an entry changes its item.
    sequence: version,
    stamp: new Date(changedAt),
    lastModified: new Date(changedAt),
    start: new Date(entry.scheduled_at),
    summary: `${title} · ${platform}`,
    description: `${text}\n\n${facts.filter((fact) => fact !== null).join(' · ')}`,
    status: STATUSES[status] ?? ICalEventStatus.CONFIRMED,
    // A post takes no time of the person who subscribes.
    transparency: ICalEventTransparency.TRANSPARENT,
    ...(dashboard === null ? {} : { url: `${dashboard}/app/#/posts/${entry.content_id}` }),
  };
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_DESCRIPTION ? text : `${characters.slice(0, MAX_DESCRIPTION - 1).join('')}…`;
}
