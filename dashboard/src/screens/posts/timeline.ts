import { type TextKey, t } from '../../language/texts.ts';
import { toWords } from '../../words.ts';

/** One event of a target, as the API returns it. */
export interface TimelineEvent {
  type: string;
  at: string;
  detail: string | null;
}

/** What the timeline of a target is built from. */
export interface TimedTarget {
  status: string;
  scheduled_at: string;
  published_at: string | null;
  next_check_at: string | null;
  timeline: TimelineEvent[];
  timeline_omitted: number;
}

/** One line of a timeline. `isNext` is set for what is still to come. */
export interface TimelineRow {
  label: string;
  at: string | null;
  detail: string | null;
  isNext: boolean;
}

const LABELS: Record<string, TextKey> = {
  scheduled: 'posts.eventScheduled',
  rescheduled: 'posts.eventRescheduled',
  retried: 'posts.eventRetried',
  claimed: 'posts.eventClaimed',
  sent: 'posts.eventSent',
  retry_scheduled: 'posts.eventRetryScheduled',
  confirmed: 'posts.eventConfirmed',
  unconfirmed: 'posts.eventUnconfirmed',
  checked: 'posts.eventChecked',
  reconciled: 'posts.eventReconciled',
  resolved: 'posts.eventResolved',
  failed: 'posts.eventFailed',
  cancelled: 'posts.eventCancelled',
};

/** A platform without a search for posts: nothing was asked. */
const isImpossibleCheck = ({ type, detail }: TimelineEvent) => type === 'checked' && detail === 'not_supported';

function labelOf(event: TimelineEvent): string {
  if (isImpossibleCheck(event)) return t('posts.eventNotChecked');
  const key = LABELS[event.type];
  return key ? t(key) : toWords(event.type);
}

// Of a thread: the index of the part, from 0.
function detailText(event: TimelineEvent): string | null {
  const { type, detail } = event;
  if (isImpossibleCheck(event)) return null;
  const isPart = (type === 'confirmed' || type === 'reconciled') && detail !== null && /^\d+$/.test(detail);
  return isPart ? t('posts.eventPart', { number: Number(detail) + 1 }) : detail;
}

// The API keeps the first four events and the latest ones.
const FIRST_EVENTS = 4;

/** Return the timeline of a target: what happened, and what comes next. */
export function timelineOf(target: TimedTarget): TimelineRow[] {
  const { status, scheduled_at, published_at, next_check_at, timeline, timeline_omitted } = target;
  const rows: TimelineRow[] = timeline.map((event) => {
    return { label: labelOf(event), at: event.at, detail: detailText(event), isNext: false };
  });
  if (timeline_omitted > 0) {
    const label = t('posts.eventsOmitted', { count: timeline_omitted });
    rows.splice(FIRST_EVENTS, 0, { label, at: null, detail: null, isNext: false });
  }
  // An item from before timelines were recorded.
  if (rows.length === 0 && published_at) {
    rows.push({ label: t('posts.eventPublished'), at: published_at, detail: null, isNext: false });
  }
  if (status === 'pending') rows.push({ label: t('posts.eventDue'), at: scheduled_at, detail: null, isNext: true });
  if (status === 'unconfirmed' && next_check_at) {
    rows.push({ label: t('posts.eventNextCheck'), at: next_check_at, detail: null, isNext: true });
  }
  return rows;
}

/** Say how late a post was, for example `2 min 5 s late`. Null before it is published. */
export function lateness(seconds: number | null): string | null {
  if (seconds === null) return null;
  if (seconds <= 0) return t('posts.onTime');
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours > 0) return t('posts.hoursLate', { hours, minutes: minutes % 60 });
  return minutes > 0 ? t('posts.minutesLate', { minutes, seconds: seconds % 60 }) : t('posts.secondsLate', { seconds });
}

/** What decides when a target is read again. */
type WaitingTarget = Pick<TimedTarget, 'status' | 'scheduled_at' | 'next_check_at'>;

// A target is looked at again shortly before its time, so that the screen shows it while it is published.
const SOON_MS = 5_000;
const POLL_MS = 2_000;
/** The longest wait that a browser's timer can represent is longer; a computer may sleep in between. */
const LONGEST_WAIT_MS = 60_000;

/** Return when to read the targets again, in milliseconds from now. Null when every one has its final state. */
export function nextLookMs(targets: readonly WaitingTarget[], nowMs: number): number | null {
  const waits = targets.flatMap(({ status, scheduled_at, next_check_at }): number[] => {
    if (status === 'publishing') return [POLL_MS];
    const at = status === 'pending' ? scheduled_at : status === 'unconfirmed' ? next_check_at : null;
    if (at === null) return [];
    return [Math.max(POLL_MS, Math.min(LONGEST_WAIT_MS, Date.parse(at) - SOON_MS - nowMs))];
  });
  return waits.length === 0 ? null : Math.min(...waits);
}

/** What a person can do about the error of a failed target, by its category. */
const REMEDIES: Record<string, TextKey> = {
  auth: 'posts.remedyAuth',
  content: 'posts.remedyContent',
  account: 'posts.remedyAccount',
  rate_limit: 'posts.remedyRateLimit',
  platform: 'posts.remedyPlatform',
  system: 'posts.remedySystem',
};

// Codes whose remedy differs from that of their category.
const REMEDIES_BY_CODE: Record<string, TextKey> = {
  not_approved: 'posts.remedyNotApproved',
  account_missing: 'posts.remedyAccountMissing',
};

interface FailedTarget {
  status: string;
  error: { code: string; category: string } | null;
}

/** Return what to do about the error of a target. `isEditable`: whether the text of the post can still be changed. */
export function remedyFor({ status, error }: FailedTarget, isEditable: boolean): string | null {
  if (!error || status === 'unconfirmed') return null;
  // A thread of which a part waits for its next attempt is publishing.
  if (status === 'pending' || status === 'publishing') return t('posts.remedyWait');
  if (error.category === 'content' && error.code !== 'not_approved' && !isEditable) {
    return t('posts.remedyNewPost');
  }
  return t(REMEDIES_BY_CODE[error.code] ?? REMEDIES[error.category] ?? 'posts.remedyLater');
}
