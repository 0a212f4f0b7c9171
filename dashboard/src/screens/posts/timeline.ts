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

const LABELS: Record<string, string> = {
  scheduled: 'Scheduled',
  rescheduled: 'Rescheduled',
  retried: 'Retried',
  claimed: 'Attempt started',
  sent: 'Sent to the platform',
  retry_scheduled: 'Attempt failed, will retry',
  confirmed: 'Confirmed by the platform',
  unconfirmed: 'Outcome unknown',
  checked: 'Checked: not found on the platform',
  reconciled: 'Reconciled: found on the platform',
  resolved: 'Resolved by a member',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** A platform without a search for posts: nothing was asked. */
const isImpossibleCheck = ({ type, detail }: TimelineEvent) => type === 'checked' && detail === 'not_supported';

function labelOf(event: TimelineEvent): string {
  if (isImpossibleCheck(event)) return 'Not checked: the platform cannot be asked';
  return LABELS[event.type] ?? toWords(event.type);
}

// Of a thread: the index of the part, from 0.
function detailText(event: TimelineEvent): string | null {
  const { type, detail } = event;
  if (isImpossibleCheck(event)) return null;
  const isPart = (type === 'confirmed' || type === 'reconciled') && detail !== null && /^\d+$/.test(detail);
  return isPart ? `part ${Number(detail) + 1}` : detail;
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
    const label = `${timeline_omitted} events not stored`;
    rows.splice(FIRST_EVENTS, 0, { label, at: null, detail: null, isNext: false });
  }
  // An item from before timelines were recorded.
  if (rows.length === 0 && published_at) {
    rows.push({ label: 'Published', at: published_at, detail: null, isNext: false });
  }
  if (status === 'pending') rows.push({ label: 'Due', at: scheduled_at, detail: null, isNext: true });
  if (status === 'unconfirmed' && next_check_at) {
    rows.push({ label: 'Next check on the platform', at: next_check_at, detail: null, isNext: true });
  }
  return rows;
}

/** Say how late a post was, for example `2 min 5 s late`. Null before it is published. */
export function lateness(seconds: number | null): string | null {
  if (seconds === null) return null;
  if (seconds <= 0) return 'on time';
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours > 0) return `${hours} h ${minutes % 60} min late`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s late` : `${seconds} s late`;
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
const REMEDIES: Record<string, string> = {
  auth: 'Reconnect the account under Accounts, then try again.',
  content: 'Edit the post to meet the platform’s requirements, then try again.',
  account: 'Check the account on the platform, then try again.',
  rate_limit: 'The account reached a rate limit of the platform. Retry later.',
  platform: 'The platform reported an error. Retry later.',
  system: 'An internal error occurred. Retry. If it fails again, contact support with the URL of this page.',
};

// Codes whose remedy differs from that of their category.
const REMEDIES_BY_CODE: Record<string, string> = {
  not_approved: 'The post was not approved in time. Get it approved, then try again.',
  account_missing: 'Connect an account for this platform under Accounts, then try again.',
};

interface FailedTarget {
  status: string;
  error: { code: string; category: string } | null;
}

/** Return what to do about the error of a target. `isEditable`: whether the text of the post can still be changed. */
export function remedyFor({ status, error }: FailedTarget, isEditable: boolean): string | null {
  if (!error || status === 'unconfirmed') return null;
  // A thread of which a part waits for its next attempt is publishing.
  if (status === 'pending' || status === 'publishing') return 'The service retries automatically.';
  if (error.category === 'content' && error.code !== 'not_approved' && !isEditable) {
    return 'The text can no longer be changed because it is, or may be, published on another platform. Create a new post for this platform.';
  }
  return REMEDIES_BY_CODE[error.code] ?? REMEDIES[error.category] ?? 'Retry later.';
}
