import { canonicalJson } from '../../../core/values/canonical-json.ts';
import type { Platform } from '../../../platforms/platform.ts';
import { type Content, type ContentStatus, postFor, type Target } from '../content.ts';
import { destinationsOf } from '../content-targets.ts';
import { partsFor } from '../post/thread.ts';
import type { EntryStatus } from '../schedule-entry.ts';
import { mayDuplicate, outdateSends } from '../sends/earlier-sends.ts';
import { isSchedulable } from './content-actions.ts';

/** Statuses in which platforms and accounts can be changed at will, because no target is or will be live. */
const PLATFORMS_EDITABLE: readonly ContentStatus[] = [
  'draft',
  'pending_approval',
  'changes_requested',
  'approved',
  'cancelled',
  'failed',
];
/** Statuses in which text can be changed, unless a target has or may have it: see `isLocked`. */
const EDITABLE: readonly ContentStatus[] = [...PLATFORMS_EDITABLE, 'scheduled', 'partially_published'];
/** Target statuses whose text is or may be live. A `scheduled` item can have such targets. */
const LIVE_OR_IN_FLIGHT: readonly EntryStatus[] = ['publishing', 'published', 'unconfirmed'];

/** Target statuses in which what is not live can still be sent, and so has to be corrected. */
const STILL_SENT: readonly EntryStatus[] = ['pending', 'failed', 'partially_published'];

/** An edit of each field that leaves what is live as it is, if the field permits one. */
const EDITS = {
  title: ({ title }) => ({ title: `${title}.` }),
  description: ({ description }) => ({ description: `${description ?? ''}.` }),
  platforms: (content) => withoutFailed(content, 'platforms'),
  accounts: (content) => withoutFailed(content, 'accounts'),
  media: ({ media }) => ({ media: [...media, { url: '', type: 'image' }] }),
  thread: ({ thread }) => ({ thread: [...thread, { text: '', media: [] }] }),
  first_comment: ({ first_comment }) => ({ first_comment: `${first_comment ?? ''}.` }),
  // Options can repeat what the item says.
  platform_options: () => ({}),
} as const satisfies Record<string, (content: Content) => Partial<Content>>;

type EditedField = keyof typeof EDITS;

/** A field of an item that a request can change. Changes of the status are actions. */
export type EditableField = EditedField | 'scheduled_at' | (typeof PLANNING_FIELDS)[number];

const EDITED_FIELDS = Object.keys(EDITS) as EditedField[];

/** What no platform receives, and every state permits to change. */
const PLANNING_FIELDS = ['labels', 'campaign', 'metadata'] as const;

export const EDITABLE_FIELD_NAMES: readonly EditableField[] = [...EDITED_FIELDS, 'scheduled_at', ...PLANNING_FIELDS];

/**
 * List the fields that the state of an item permits a request to change. While a target is pending or has failed, or a
 * thread is interrupted, an edit must also leave what is live unchanged.
 */
export function editableFields(content: Content): EditableField[] {
  const edited = EDITED_FIELDS.filter(
    (name) => findEditObstacle(content, { ...content, ...EDITS[name](content) }, [name]) === null,
  );
  return [...edited, ...(isSchedulable(content) ? (['scheduled_at'] as const) : []), ...PLANNING_FIELDS];
}

/** Return why the fields of an item cannot be changed as in `after`, as the end of a sentence. Null if they can. */
export function findEditObstacle(before: Content, after: Content, fields: readonly string[]): string | null {
  const { status, targets } = before;
  const changesTargets = fields.some((name) => name === 'platforms' || name === 'accounts');
  // A target that cannot be retried, for example because its account was deleted, must not keep the item unfinished.
  if (changesTargets && status === 'partially_published') {
    if (!removesFailedOnly(before, after)) return 'the item is partially_published, except to remove failed targets';
  } else if (!(changesTargets ? PLATFORMS_EDITABLE : EDITABLE).includes(status)) return `the item is ${status}`;
  const locked = Object.values(targets).find((target) => isLocked(target, before, after));
  return locked ? `the item is ${locked.status} on ${locked.platform}` : null;
}

/** Return whether an edit removes destinations of an item, each with a target that is not live and not planned. */
function removesFailedOnly(before: Content, after: Content): boolean {
  const former = destinationsOf(before).map(({ key }) => key);
  const kept = new Set(destinationsOf(after).map(({ key }) => key));
  const removed = former.filter((key) => !kept.has(key));
  return (
    removed.length > 0 && former.length - removed.length === kept.size && removed.every((key) => isOver(before, key))
  );
}

function isOver({ targets }: Content, key: string): boolean {
  const status = targets[key]?.status;
  return status === undefined || status === 'failed' || status === 'cancelled';
}

/** Return the platforms and accounts of an item without its failed targets, if that changes the field. */
function withoutFailed(content: Content, field: 'platforms' | 'accounts'): Partial<Content> {
  const left = destinationsOf(content).filter(({ key }) => !isOver(content, key));
  const platforms = content.platforms.filter((platform) => left.some((each) => each.platform === platform));
  const accounts = content.accounts.filter(({ id }) => left.some(({ accountId }) => accountId === id));
  const after = { platforms, accounts };
  return after[field].length < content[field].length ? after : {};
}

/**
 * Return whether a target forbids an edit. While a target is pending or has failed, or a thread is interrupted, an edit may
 * change what no platform has: the text of that target, or the parts that are left. Otherwise no text changes once a
 * platform has it or may have it. A pending retry forbids an edit if it finds the post of an earlier send only with the
 * present text.
 */
function isLocked(target: Target, before: Content, after: Content): boolean {
  const { status, platform, parts = [] } = target;
  if (status === 'pending' && isLookedFor(target)) return !hasSameParts(before, after, platform);
  const isInterrupted = status === 'partially_published';
  if (!isInterrupted && !LIVE_OR_IN_FLIGHT.includes(status)) return false;
  const isStillSent = Object.values(before.targets).some((each) => STILL_SENT.includes(each.status));
  return !isStillSent || !hasSameParts(before, after, platform, isInterrupted ? parts.length : undefined);
}

/**
 * Return whether a retry looks for an earlier post of a target, but not once its text has changed: the new text would then
 * be a second post, although the target has said that a retry creates none.
 */
function isLookedFor(target: Target): boolean {
  return !mayDuplicate(target) && mayDuplicate({ ...target, unconfirmed_send: outdateSends(target) });
}

/** Return whether the first parts of an item are the same on a platform after an edit; without `count`, all of them. */
export function hasSameParts(before: Content, after: Content, platform: Platform, count?: number): boolean {
  const shown = (content: Content) => {
    const { link, visibility } = postFor(content, platform);
    return canonicalJson([link, visibility, ...partsFor(content, platform).slice(0, count)]);
  };
  return shown(before) === shown(after);
}
