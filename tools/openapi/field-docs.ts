import { capabilitiesOf } from '../../lib/platforms/capabilities.ts';
import { enumeratePlatforms } from '../../lib/platforms/platform-names.ts';
import { PLATFORM_ALIASES, PLATFORM_TABLE, PLATFORMS } from '../../lib/platforms/platforms.ts';

/** The description of a field in the OpenAPI document, and an example value. */
export type FieldDoc = readonly [description: string, example?: unknown];

const AT = '2026-11-20T09:30:00.000Z';
const id = (prefix: string) => `${prefix}_01K00000000000000000000000`;
const POST = '1445880548472328192';

const PLATFORM_FIELD_DOCS = Object.fromEntries([
  ...PLATFORMS.map((name): [string, FieldDoc] => [name, [`Overrides for ${PLATFORM_TABLE[name].displayName}.`]]),
  ...Object.entries(PLATFORM_ALIASES).map(([alias, name]): [string, FieldDoc] => [alias, [`An alias of \`${name}\`.`]]),
]);

const WITH_THREADS = enumeratePlatforms((platform) => capabilitiesOf(platform).threads);
const WITH_LINKS = enumeratePlatforms((platform) => capabilitiesOf(platform).link_cards);
const WITH_CONNECTIONS = enumeratePlatforms((platform) =>
  capabilitiesOf(platform).visibilities.includes('connections'),
);
const WITHOUT_IMPRESSIONS = enumeratePlatforms((platform) => !capabilitiesOf(platform).impressions);

/** Descriptions of fields that have one meaning in at least three schemas. A schema describes its other fields. */
// biome-ignore format: one row per line is what makes it a table.
export const FIELD_DOCS: Record<string, FieldDoc> = {
  ...PLATFORM_FIELD_DOCS,
  accounts: ['The ids of the platform accounts to publish with. Defaults to the default account of each platform.'],
  alt: ['Alternative text that describes the image.', 'A red jacket on a chair'],
  content_id: ['The id of the content item.', id('cnt')],
  created_at: ['Time the object was created.', AT],
  email: ['An email address.', 'ada@example.com'],
  engagement_rate: [`Engagements divided by impressions, in percent, computed from sums. Excludes platforms that do not report impressions, such as ${WITHOUT_IMPRESSIONS}. Where nullable: null if no impressions or no engagements were reported.`, 7.25],
  events: ['Event types to deliver. Use `["*"]` to receive all types.', ['content.published', 'content.failed']],
  expires_at: ['Time of expiry.', '2026-11-27T09:30:00.000Z'],
  first_comment: ['The text of the first comment on the post. It is published after the thread. Null if there is none.', 'Which color do you prefer?'],
  group_id: ['Identifies the schedule entries that were created by the same request.', id('grp')],
  link: [`The public https URL to show a link preview for. Supported on ${WITH_LINKS}, for posts without media.`, 'https://example.com/summer'],
  media: ['Images and videos, in display order.'],
  message: ['Human-readable message.', 'The platform rejected the post because its text duplicates an earlier post.'],
  pagination: ['Position of this page and how to request the next one.'],
  permissions: ['Granted permissions, as `<resource>:<action>`.', ['content:read', 'content:write']],
  platform: ['The platform.', 'twitter'],
  platform_options: ['Overrides by platform.', { linkedin: { visibility: 'public' } }],
  platform_post_id: ['The id of the post on the platform. Null if there is none.', POST],
  platforms: ['The platforms to publish to.', ['twitter', 'linkedin']],
  retryable: ['Whether the same request may succeed later.', false],
  role: ['A named set of permissions.', 'editor'],
  sandbox: ['Whether this belongs to a sandbox account. Sandbox accounts publish into the service itself and have synthetic metrics.', false],
  scheduled_at: ['Scheduled time of publication.', AT],
  status: ['The current status.'],
  text: ['The text to publish on this platform instead of the description.', 'Shorter, for X.'],
  thread: [`Further posts of the thread, after the first post. Supported on ${WITH_THREADS}. Use \`[]\` in \`platform_options\` to omit the thread on a platform.`, [{ text: 'The first jackets arrive on Monday.', media: [] }]],
  title: ['The title. Published as the text if there is no description.', 'Summer campaign'],
  type: ['The type of the event.', 'content.published'],
  updated_at: ['Time of the last change.', AT],
  url: ['The URL of the post. Null if it is unknown.', `https://x.com/i/web/status/${POST}`],
  user_id: ['The id of the user who owns the API key.', id('usr')],
  visibility: [`The audience of the post: everyone, or the connections of the account. \`connections\` is only supported on ${WITH_CONNECTIONS}.`],
  warnings: ['Problems that would cause a target to fail at its due time, and that can still be fixed. Grouped by platform, in the order in which publishing detects them.'],
  webhook_id: ['The id of the webhook endpoint.', id('wh')],
  workspace_id: ['The id of the workspace.', id('ws')],
};
