// A relation between parameters, or a signature.
const PAGING = [
  /^page: Use either page and per_page, or cursor and limit/,
  /^page: Exceeds the maximum of 2000 items/,
  /^cursor: Must be a cursor returned by this list/,
];
// `date-time` allows leap seconds and any number of fraction digits.
const TIME_FORMAT = /^\/?(from|to|since|until|scheduled_at|expires_at): Must be a valid RFC 3339 time/;
const TIME_RANGE = [/^to: Must not be earlier than from/, TIME_FORMAT];
const PERIOD = [
  /^period: Cannot be combined with from and to/,
  /^(from|to): Required together with/,
  /^to: Must be (later than|at most 366 days after) from/,
  /^to: The period must contain the start of an hour/,
  TIME_FORMAT,
];
// The names of the IANA time zone database.
const TIME_ZONE = /^(\/scheduled_at)?\/time_zone: Must be the name of an IANA time zone/;
// A relation to the current time.
const FUTURE_TIME = [
  /^\/scheduled_at: Must (not be more than 60 seconds in the past|be at most 366 days in the future)/,
  /^\/scheduled_at\/local: Must be a date and a time/,
  TIME_ZONE,
  TIME_FORMAT,
];
// Properties of Unicode, which patterns of JSON Schema do not have everywhere.
const VISIBLE_TEXT = [/: Must not be empty\.$/, /: Must not contain invisible characters\.$/];
// A relation between elements: `x` and `twitter` are one platform.
const PLATFORM_ALIAS = [
  /^\/platforms: Must not contain duplicates/,
  /^\/platform_options\/x: Must not be combined with/,
];
// Rules of the platforms for the item as a whole, and of URLs.
const PLATFORM_RULES = [
  /: The post has [0-9]+ (characters|bytes|media files|hashtags|mentions|user tags)/,
  /: (X|LinkedIn|Instagram|Bluesky) (requires|allows|does not|rejects|only shows)/,
  /: (A post on|Supported values for|Threads are not supported on) (X|LinkedIn|Instagram|Bluesky)/,
  /: Videos cannot be published from a URL/,
  /: The (host of the )?URL /,
  /: Must not contain spaces or control characters/,
  /: The (text|alternative text|character|image|comment)/,
  /^\/thread: The item has [0-9]+ bytes as JSON/,
];
// Ids of accounts exist or not, and an account has one platform and is a sandbox account or none.
const ACCOUNTS = [
  /^\/accounts(\/[0-9]+)?: (No account in your workspace|Must)/,
  /^(sandbox|account_id): Cannot be combined with/,
];
// The ids of files that are ready, of which a derived request knows none. Schemathesis does not apply the conditions of a
// schema behind a reference, such as those of `MediaItem`.
const MEDIA_FILES = [
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
// Also what a text may contain, and the names of variables, which are names of properties.
const TEMPLATE = [
  /^\/[a-z_]+: (Required for a template|A template of the kind)/,
  /^\/text: (After "\{\{" must follow|Must have at most)/,
  /^\/variables(\/[^:]*)?: (The text has no|Must be the name of a variable)/,
  /^\/(handles|platform_options): Must contain at least one platform/,
  /^\/(handles|platform_options)\/x: Must not be combined with/,
  /^\/platform_options\/[a-z]+\/link: The (host of the )?URL /,
];
// A queue that the workspace has, and the accounts of one.
const QUEUE = [
  /^\/queue: (No queue in your workspace|Must not be combined with scheduled_at)/,
  /^\/platforms: Required(, because the queue| field is missing)/,
];
// The names of time zones, the times of a day, and slots that are the same with their defaults.
const QUEUE_SETTINGS = [
  /^\/(slots\/[0-9]+\/)?time_zone: Must be the name of an IANA/,
  /^\/accounts\/[0-9]+: No account/,
];
// What an RRULE may contain, and dates that exist and are near.
const RECURRENCE = [
  /^\/rule: /,
  /^\/time_zone: Must be the name of an IANA/,
  /^\/(starts_on|from|excluded_dates\/[0-9]+): Must (be|exist)/,
  /^\/variations(\/[0-9]+)?: /,
];
// A relation between the fields that name a text.
const TEXT = [/^\/(text|description): Must be equal to the other one/];
const TITLE = [/^\/title: Required field is missing/, ...TEXT];
// Labels that differ only in case, and pages of lists that a search reads.
const LABELS = [/^\/metadata: Keys must have/, /^\/labels: Must not contain duplicates/, ...VISIBLE_TEXT];
const FOUND = [/^page: Cannot be combined with/, ...VISIBLE_TEXT];
const SEARCH = [...FOUND, /^search: Must (contain a letter|have at most)/];
// Only the sessions of people have it.
const GRANTABLE = [/^\/permissions: Must not contain content:override/];
// A relation between the scope and its fields, and the placeholders.
const LINK_RULE = [
  /^\/(platform|label): (Required for the scope|Must be null for the scope)/,
  /^\/parameters\/[a-z_]+: Must contain no placeholder/,
];
const ROLE = [/^\/permissions: The role [a-z_]+ does not include/];
// A relation between the fields of an account of one platform.
const ACCOUNT = [
  /^\/external_id: Must (be|start with) /,
  /^\/external_id: Required/,
  /^\/(inbound\/verify_token|access_token|app_password|refresh_token|client_id|client_secret|expires_in|inbound): (Not supported|Required)/,
  // The servers of Bluesky, which decide about handles and app passwords.
  /^\/external_id: (No Bluesky account|The account)/,
];
const RECEIVER = [/^\/url: The (host of the )?URL /, /^\/url: /, /^\/events: Must not combine "\*"/];
// A field of a form that is repeated, also an unknown one (RFC 6749, section 3.2).
const OAUTH_FORM = [/^invalid_request: The parameter .* must not be repeated/s];
const SIGNING_SECRET = [/^\/secret: The secret must be/];

/**
 * What the OpenAPI document cannot express, by operation: the reasons for which a request that matches it is rejected,
 * or one that does not is accepted. `npm run conformance` fails for any other reason, and for a list of rules here that no
 * operation has used.
 */
// biome-ignore format: one row per operation is what makes it a table.
export const INEXPRESSIBLE_RULES: Record<string, readonly RegExp[]> = {
  'GET /accounts': PAGING,
  'GET /analytics/best-times': [...ACCOUNTS, ...VISIBLE_TEXT, /^zone: Must be an IANA time zone name/],
  'GET /analytics/content': [...PAGING, ...VISIBLE_TEXT, ...ACCOUNTS, ...PERIOD],
  'GET /analytics/performance': [...ACCOUNTS, ...VISIBLE_TEXT, ...PERIOD],
  'GET /audit': [...PAGING, ...TIME_RANGE],
  'GET /calendar-feeds': PAGING,
  'POST /calendar-feeds': [...VISIBLE_TEXT, /^\/scope\/(account|label): Must be an? (account|label) of the workspace/, /^\/scope: Must have an account or a label, not both/],
  'GET /imports': PAGING,
  'GET /imports/{id}': PAGING,
  'POST /imports': [...VISIBLE_TEXT, /^\/mapping/, /^\/defaults/, /^\/content: Must contain either/],
  'PUT /imports/{id}': [/^\/mapping/, /^\/defaults/, /^\/corrections/],
  'GET /exports': PAGING,
  'POST /exports': [TIME_FORMAT, /^\/to: Must be later than from/],
  'GET /content': [...PAGING, ...ACCOUNTS, ...TIME_RANGE, ...SEARCH],
  'GET /events': [...PAGING, ...TIME_RANGE],
  'GET /keys': PAGING,
  'GET /media': PAGING,
  'GET /notifications': PAGING,
  'GET /schedule': [...PAGING, ...ACCOUNTS, ...TIME_RANGE, ...FOUND],
  'GET /team/invitations': PAGING,
  'GET /team/members': PAGING,
  'GET /webhooks': PAGING,
  'GET /webhooks/{id}/deliveries': [...PAGING, ...TIME_RANGE],
  'POST /accounts': [...VISIBLE_TEXT, ...ACCOUNT],
  // The platform of the account decides.
  'PUT /accounts/{id}': [...VISIBLE_TEXT, /^\/metrics_budget: Reading the metrics of this account is free/],
  'POST /connect/{id}/select': [/^\/external_id: Must be one of the accounts of this connection/],
  'POST /content': [...TITLE, ...NAMED_TEMPLATES, ...LABELS, ...ACCOUNTS, ...MEDIA_FILES, ...PLATFORM_ALIAS, ...PLATFORM_RULES, ...FUTURE_TIME, ...QUEUE],
  'GET /content/{id}/comments': PAGING,
  'GET /content/{id}/review-links': PAGING,
  'POST /content/{id}/review-links': [...VISIBLE_TEXT, /^\/expires_at: Must (be in the future|not be more than)/, TIME_FORMAT],
  'POST /content/validate': [...TITLE, ...NAMED_TEMPLATES, ...LABELS, ...ACCOUNTS, ...MEDIA_FILES, ...PLATFORM_ALIAS, ...PLATFORM_RULES, ...FUTURE_TIME],
  'PUT /labels/{id}': VISIBLE_TEXT,
  'PUT /content/{id}': [...TEXT, ...NAMED_TEMPLATES, ...LABELS, ...ACCOUNTS, ...MEDIA_FILES, ...PLATFORM_ALIAS, ...PLATFORM_RULES, ...FUTURE_TIME, /^\/(scheduled_at|queue): Cannot be combined with the status/, ...QUEUE],
  'POST /content/{id}/targets/{platform}/resolve': [/^\/url: Only allowed if outcome is published/, /^\/url: Must be an https URL/, /^\/url: Must be the URL of a post on /, /^\/schedule_id: Must be the `schedule_id` that the target has or had/],
  'GET /templates': PAGING,
  'POST /templates': [...VISIBLE_TEXT, ...ACCOUNTS, ...TEMPLATE],
  'PUT /templates/{id}': [...VISIBLE_TEXT, ...ACCOUNTS, ...TEMPLATE],
  // One invalid element does not reject the batch; the response names it.
  'POST /engagements': [/^\{"results":\[.*"status":"rejected"/],
  'POST /link-rules': [...VISIBLE_TEXT, ...LINK_RULE],
  'PUT /link-rules/{id}': [...VISIBLE_TEXT, ...LINK_RULE],
  'POST /keys': [...VISIBLE_TEXT, /^\/agent\/accounts\/[0-9]+: No account in your workspace/, ...GRANTABLE, /^\/allowed_ips\/[0-9]+: Must be an IP/, /^\/expires_at: (Must be in the future|An agent key expires)/, /^\/permissions: An agent key cannot have/, TIME_FORMAT],
  // The page with the reason: a comment needs a text, and a decision the hash of the item.
  'POST /review': [/^<!doctype html>/],
  'GET /queues': PAGING,
  'POST /queues': [...VISIBLE_TEXT, ...QUEUE_SETTINGS],
  'PUT /queues/{id}': [...VISIBLE_TEXT, ...QUEUE_SETTINGS],
  'GET /recurrences': PAGING,
  'POST /recurrences': [...TITLE, ...LABELS, ...ACCOUNTS, ...MEDIA_FILES, ...PLATFORM_ALIAS, ...PLATFORM_RULES, ...RECURRENCE],
  'PUT /recurrences/{id}': [...TEXT, ...LABELS, ...ACCOUNTS, ...MEDIA_FILES, ...PLATFORM_ALIAS, ...PLATFORM_RULES, ...RECURRENCE],
  'POST /recurrences/preview': RECURRENCE,
  'POST /halts': [...VISIBLE_TEXT, /^\/scope\/account: No account in your workspace/],
  'POST /schedule': [...FUTURE_TIME, ...ACCOUNTS, ...PLATFORM_ALIAS, ...PLATFORM_RULES, /^\/platforms: The content item does not have/, ...QUEUE],
  'PUT /schedule/{id}': FUTURE_TIME,
  'PUT /workspace': [TIME_ZONE],
  'POST /team/invitations/accept': VISIBLE_TEXT,
  'POST /auth/invitations': VISIBLE_TEXT,
  'POST /auth/sign-in/passkey': [/^passkey_rejected:/],
  // The permissions that exist, and visible text.
  'POST /auth/device': [...OAUTH_FORM, /^invalid_scope:/, /^invalid_request: The parameter device_name is invalid\. Must not/],
  'POST /auth/revoke': OAUTH_FORM,
  'POST /team/invite': [...ROLE, ...GRANTABLE, /^\/email: Must be an email address/],
  'PUT /team/members/{id}': [...ROLE, ...GRANTABLE, ...VISIBLE_TEXT],
  'POST /webhooks': [...RECEIVER, ...SIGNING_SECRET],
  'POST /webhooks/{id}/recover': [/^\/since: Must (not be in the future|be within the last 30 days)/, TIME_FORMAT],
  'POST /webhooks/{id}/rotate-secret': SIGNING_SECRET,
  'PUT /webhooks/{id}': RECEIVER,
};

/** The operations of which no derived request succeeds, with what the document cannot express about a valid one. */
// biome-ignore format: one row per operation is what makes it a table.
export const UNREACHABLE_OPERATIONS: Record<string, string> = {
  'POST /content/{id}/retry': 'The item must have a failed target.',
  'GET /content/{id}/approval-statement': 'The access token must be one of a session.',
  'POST /content/{id}/targets/{platform}/resolve': 'The target must be unconfirmed.',
  'GET /inbound/{platform}/{account}': 'The query must have the challenge and the verify token of the platform.',
  'POST /inbound/{platform}/{account}': 'The body must be signed with the secret of the app.',
  'POST /team/invitations/accept': 'The token must be one of an open invitation.',
  'POST /auth/invitations': 'As POST /team/invitations/accept.',
  'POST /auth/invitations/link': 'As POST /team/invitations/accept.',
  'POST /auth/sessions': 'The token must be one of a sign-in link.',
  'POST /auth/sign-in/link': 'As POST /auth/sessions.',
  'POST /auth/sessions/token': 'The cookie must be one of a session.',
  'GET /auth/sessions': 'As POST /auth/sessions/token.',
  'DELETE /auth/sessions/{id}': 'As POST /auth/sessions/token.',
  'POST /auth/passkeys/options': 'As POST /auth/sessions/token.',
  'POST /auth/passkeys': 'As POST /auth/sessions/token.',
  'GET /auth/passkeys': 'As POST /auth/sessions/token.',
  'DELETE /auth/passkeys/{id}': 'As POST /auth/sessions/token.',
  'POST /auth/sign-in/passkey': 'The credential must be signed by a passkey.',
  'POST /auth/authorization': 'As POST /auth/sessions/token.',
  'POST /auth/authorization/decision': 'As POST /auth/sessions/token.',
  'POST /auth/device/login': 'As POST /auth/sessions/token.',
  'POST /auth/device/decision': 'As POST /auth/sessions/token.',
};
