import type { ContentStatus } from '../../content/rules/content.ts';
import type { EntryStatus } from '../../content/rules/schedule-entry.ts';
import type { ErrorCategory } from '../../platforms/kit/definition/publish-error.ts';

/** What a status means, and what a person can do. */
interface Meaning {
  meaning: string;
  next: string;
}

/** By status of a post. */
// biome-ignore format: one row per line is what makes it a table.
export const MEANING_OF_POST: Record<ContentStatus, Meaning> = {
  draft: { meaning: 'The post is a draft. Nothing is scheduled.', next: 'Submit it for approval. A person schedules or publishes it.' },
  pending_approval: { meaning: 'The post waits for a decision. Nothing is scheduled.', next: 'A person who may approve decides about it in the dashboard.' },
  changes_requested: { meaning: 'A person has requested changes.', next: 'Read the note and the remarks, edit the draft, and submit it again.' },
  approved: { meaning: 'The post is approved. Nothing is scheduled yet.', next: 'A person schedules or publishes it.' },
  scheduled: { meaning: 'The post is scheduled.', next: 'No action is required.' },
  publishing: { meaning: 'The post is being published.', next: 'Read it again in a minute.' },
  published: { meaning: 'The post is published on every account.', next: 'No action is required.' },
  partially_published: { meaning: 'The post is published on some accounts only.', next: 'A person decides about the other targets.' },
  failed: { meaning: 'The post is published on no account.', next: 'A person corrects what the error names, and retries in the dashboard.' },
  unconfirmed: { meaning: 'It is unknown whether the post is live.', next: 'A person looks on the platform. Draft no second post with the same text.' },
  cancelled: { meaning: 'A person has cancelled the post.', next: 'Draft another post if one is wanted.' },
};

/** By status of a target: the post on one account. */
// biome-ignore format: one row per line is what makes it a table.
export const MEANING_OF_TARGET: Record<EntryStatus, Meaning> = {
  pending: { meaning: 'The post waits for its time, or for the next attempt.', next: 'No action is required. The timeline has the earlier attempts.' },
  publishing: { meaning: 'An attempt to publish is running.', next: 'Read it again in a minute.' },
  published: { meaning: 'The platform confirmed the post.', next: 'No action is required.' },
  failed: { meaning: 'The post is not published on this account.', next: 'See the error.' },
  unconfirmed: { meaning: 'The post was sent, and the platform did not confirm it. It may be live.', next: 'The service looks for it until next_check_at. After that, a person looks on the platform and reports the outcome in the dashboard. Draft no second post with the same text.' },
  partially_published: { meaning: 'Some parts of the thread are live, and the next one was not published.', next: 'See the error. A person retries in the dashboard, which continues after the last live part.' },
  cancelled: { meaning: 'A person has cancelled this target.', next: 'No action is required.' },
};

/** What to do about a failed target, by who must act. */
// biome-ignore format: one row per line is what makes it a table.
export const NEXT_BY_CATEGORY: Record<ErrorCategory, string> = {
  auth: 'A person reconnects the account, and retries in the dashboard.',
  content: 'A person corrects the post, or an agent drafts a corrected one. Check it with check_draft.',
  account: 'A person connects or repairs the account on the platform, and retries in the dashboard.',
  rate_limit: 'The platform accepts no more posts for now. A person retries later in the dashboard.',
  platform: 'The platform failed. A person retries in the dashboard.',
  system: 'The service stopped the attempt. A person retries in the dashboard.',
};
