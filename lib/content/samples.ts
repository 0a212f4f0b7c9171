import { ACCOUNTS } from '../accounts/samples.ts';
import { defineSamples, type SampleMaker } from '../core/api/define-samples.ts';
import { PAGING, TIME_FORMAT, TIME_RANGE, TIME_ZONE, VISIBLE_TEXT } from '../core/api/inexpressible-rules.ts';
import { SAMPLE_REVIEW_TOKEN } from './api/review/sample-token.ts';

const ITEM = '/v1/content/{id}';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Make an item that waits for the approval of anybody who may approve, also of its author. */
async function submitted({ make, request }: SampleMaker): Promise<Record<string, string>> {
  await request('PUT', '/workspace', { authors_may_approve: true });
  const { id } = await make(ITEM);
  await request('POST', `/content/${id}/submit`, {});
  return { id: id! };
}

async function reviewLink({ make, request }: SampleMaker): Promise<Record<string, string>> {
  const { id } = await make(ITEM);
  const body = { name: 'Ada Example', permission: 'comment' };
  const link = (await request('POST', `/content/${id}/review-links`, body)) as { id: string; url: string };
  return { id: id!, link_id: link.id, [SAMPLE_REVIEW_TOKEN]: new URL(link.url).searchParams.get('token')! };
}

export const samples = defineSamples(
  {
    path: ITEM,
    make: async ({ create, unique }) => ({
      id: await create('/content', { title: `A draft ${unique()}`, platforms: ['twitter', 'linkedin'] }),
    }),
  },
  {
    path: ITEM,
    operations: ['content.get', 'content.get-approval'],
    make: async ({ create, unique }) => ({
      id: await create('/content', { title: `Later ${unique()}`, platforms: ['twitter'], scheduled_at: inAnHour() }),
    }),
  },
  {
    path: ITEM,
    operations: [
      'content.approve',
      'content.get-approval-statement',
      'content.list-versions',
      'content.request-changes',
      'content.withdraw',
    ],
    make: submitted,
  },
  {
    path: '/v1/content/{id}/comments/{comment_id}',
    make: async ({ make, create }) => {
      const { id } = await make(ITEM);
      return { id: id!, comment_id: await create(`/content/${id}/comments`, { body: 'A remark' }) };
    },
  },
  { path: '/v1/content/{id}/review-links/{link_id}', make: reviewLink },
  { path: '/v1/content/{id}/review-links/{link_id}', operations: ['review.show'], make: reviewLink },
  {
    path: '/v1/schedule/{id}',
    make: async ({ make, create }) => {
      const { id: content_id } = await make(ITEM);
      const body = { content_id, platforms: ['twitter'], scheduled_at: inAnHour() };
      return { id: await create('/schedule', body, 'schedule_id') };
    },
  },
);

// A relation to the current time.
const FUTURE_TIME = [
  /^\/scheduled_at: Must (not be more than 60 seconds in the past|be at most 366 days in the future)/,
  /^\/scheduled_at\/local: Must be a date and a time/,
  TIME_ZONE,
  TIME_FORMAT,
];
// A relation between elements: `x` and `twitter` are one platform.
export const PLATFORM_ALIAS = [
  /^\/platforms: Must not contain duplicates/,
  /^\/platform_options\/x: Must not be combined with/,
];
// Rules of the platforms for the item as a whole, and of URLs.
export const PLATFORM_RULES = [
  /: The post has [0-9]+ (characters|bytes|media files|hashtags|mentions|user tags)/,
  /: (X|LinkedIn|Instagram|Bluesky) (requires|allows|does not|rejects|only shows)/,
  /: (A post on|Supported values for|Threads are not supported on) (X|LinkedIn|Instagram|Bluesky)/,
  /: Videos cannot be published from a URL/,
  /: The (host of the )?URL /,
  /: Must not contain spaces or control characters/,
  /: The (text|alternative text|character|image|comment)/,
  /^\/thread: The item has [0-9]+ bytes as JSON/,
];
// The ids of files that are ready, of which a derived request knows none. Schemathesis does not apply the conditions of a
// schema behind a reference, such as those of `MediaItem`.
export const MEDIA_FILES = [
  /^\/(platform_options\/[a-z]+\/)?(thread\/[0-9]+\/)?media\/[0-9]+\/url: Must not be combined with media_id/,
  /^\/(platform_options\/[a-z]+\/)?(thread\/[0-9]+\/)?media\/[0-9]+\/media_id: (The workspace has no media file|The file )/,
];
// Templates that exist or not, what each kind has, and how their fields combine with others.
const NAMED_TEMPLATES = [
  /^\/templates\/[a-z_]+: (The workspace has no|Cannot be combined with)/,
  /^\/templates\/variables\/[A-Za-z0-9_]+: None of the templates/,
  /^\/templates\/variables\/[A-Za-z0-9_]+: The template .* without a default/,
  /^\/description: Required with a signature or hashtags/,
];
// A queue that the workspace has, and the accounts of one.
const QUEUE = [
  /^\/queue: (No queue in your workspace|Must not be combined with scheduled_at)/,
  /^\/platforms: Required(, because the queue| field is missing)/,
];
// A relation between the fields that name a text.
export const TEXT = [/^\/(text|description): Must be equal to the other one/];
export const TITLE = [/^\/title: Required field is missing/, ...TEXT];
// Labels that differ only in case, and pages of lists that a search reads.
export const LABELS = [/^\/metadata: Keys must have/, /^\/labels: Must not contain duplicates/, ...VISIBLE_TEXT];
const FOUND = [/^page: Cannot be combined with/, ...VISIBLE_TEXT];
const SEARCH = [...FOUND, /^search: Must (contain a letter|have at most)/];

/** What the OpenAPI document cannot express, by operation. */
// biome-ignore format: one row per operation is what makes it a table.
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /content': [...PAGING, ...ACCOUNTS, ...TIME_RANGE, ...SEARCH],
  'GET /schedule': [...PAGING, ...ACCOUNTS, ...TIME_RANGE, ...FOUND],
  'POST /content': [...TITLE, ...NAMED_TEMPLATES, ...LABELS, ...ACCOUNTS, ...MEDIA_FILES, ...PLATFORM_ALIAS, ...PLATFORM_RULES, ...FUTURE_TIME, ...QUEUE],
  'GET /content/{id}/comments': PAGING,
  'GET /content/{id}/review-links': PAGING,
  'POST /content/{id}/review-links': [...VISIBLE_TEXT, /^\/expires_at: Must (be in the future|not be more than)/, TIME_FORMAT],
  'POST /content/validate': [...TITLE, ...NAMED_TEMPLATES, ...LABELS, ...ACCOUNTS, ...MEDIA_FILES, ...PLATFORM_ALIAS, ...PLATFORM_RULES, ...FUTURE_TIME],
  'PUT /content/{id}': [...TEXT, ...NAMED_TEMPLATES, ...LABELS, ...ACCOUNTS, ...MEDIA_FILES, ...PLATFORM_ALIAS, ...PLATFORM_RULES, ...FUTURE_TIME, /^\/(scheduled_at|queue): Cannot be combined with the status/, ...QUEUE],
  'POST /content/{id}/targets/{platform}/resolve': [/^\/url: Only allowed if outcome is published/, /^\/url: Must be an https URL/, /^\/url: Must be the URL of a post on /, /^\/schedule_id: Must be the `schedule_id` that the target has or had/],
  // The page with the reason: a comment needs a text, and a decision the hash of the item.
  'POST /review': [/^<!doctype html>/],
  'POST /schedule': [...FUTURE_TIME, ...ACCOUNTS, ...PLATFORM_ALIAS, ...PLATFORM_RULES, /^\/platforms: The content item does not have/, ...QUEUE],
  'PUT /schedule/{id}': FUTURE_TIME,
};
