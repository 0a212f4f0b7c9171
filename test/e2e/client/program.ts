// A program that uses the API through a client generated from openapi-client.json. The test copies the
// client beside this file, checks the types of both, and runs it: it is not part of our own build.
import { ApiError, type Content, client, type ScheduleEntry } from './client.ts';

const { BASE_URL, CLIENT_ID, CLIENT_SECRET, RECEIVER } = process.env as Record<string, string>;

client.configure({ serverUrl: BASE_URL });
const pair = {
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  grant_type: 'client_credentials',
} as const;
const { access_token } = await client.auth_token({ body: pair });
client.configure({ auth: { bearer: access_token } });

const { webhook_id, secret } = await client.webhooks_create({ body: { url: RECEIVER!, events: ['*'] } });
const key = { 'Idempotency-Key': 'the-program' };
const body = { title: 'By a generated client', platforms: ['twitter' as const, 'linkedin' as const] };
const made: Content = await client.content_create({ body, headers: key });
const again: Content = await client.content_create({ body, headers: key });

const { data, pagination } = await client.content_list({ query: { limit: 1, status: 'draft' } });
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
const scheduled = await client.schedule_create({
  body: { content_id: made.id, platforms: ['twitter'], scheduled_at: inAnHour },
});
const { scheduled_posts } = await client.schedule_list({ query: { content_id: made.id } });
const [entry]: ScheduleEntry[] = scheduled_posts;
await client.schedule_cancel({ path: { id: entry!.id } });
const renamed = await client.content_update({ path: { id: made.id }, body: { title: 'Renamed' } });
const tested = await client.webhooks_test({
  path: { id: webhook_id },
  body: { event_type: 'content.published' },
});
const done = await client.content_delete({ path: { id: made.id } });

let rejected: unknown;
try {
  await client.content_get({ path: { id: made.id } });
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  rejected = { status: error.status, code: (error.body as { code: string }).code };
}

// The types are binding: what the document does not allow does not compile.
// @ts-expect-error an unknown platform
const wrongPlatform: Parameters<typeof client.content_create>[0] = { body: { title: 'A', platforms: ['myspace'] } };
// @ts-expect-error a field that an item does not have
const wrongField = made.nickname;
// @ts-expect-error a request without its body
const wrongBody: Parameters<typeof client.content_create>[0] = {};
// What a response may have in a later version does compile.
const newPlatform: Content['platforms'] = ['myspace'];

console.log(
  JSON.stringify({
    isSame: made.id === again.id,
    status: made.status,
    listed: data.map(({ id }) => id === made.id),
    total: pagination.total,
    entries: scheduled.entries.map(({ platform, status }) => [platform, status]),
    entry: entry!.id === scheduled.schedule_id,
    renamed: renamed.title,
    tested: tested.response_status,
    hasSecret: secret?.startsWith('whsec_'),
    done: done.success,
    rejected,
    unused: [wrongPlatform, wrongField, wrongBody, newPlatform].length,
  }),
);
