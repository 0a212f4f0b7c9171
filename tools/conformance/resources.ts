import { setTimeout as sleep } from 'node:timers/promises';
import { operation as choose } from '../../lib/accounts/api/connect/choose.ts';
import { SAMPLE_REVIEW_TOKEN } from '../../lib/content/api/review/sample-token.ts';
import { SAMPLE_FEED_TOKEN } from '../../lib/feeds/api/calendar-feeds/sample-token.ts';
import { createJsonApiClient, type JsonApiClient } from '../local-stack/api-client.ts';
import type { Demo } from '../local-stack/demo.ts';
import { followOnce, giveConsent } from '../simulator/give-consent.ts';

/** Path parameters of an operation, by name. */
export type PathParameters = Record<string, string>;

/** What the requests need: path parameters by operation id, and values in place of those of the examples. */
export interface Resources {
  parameters: Record<string, PathParameters>;
  values: Record<string, string>;
}

const WAIT_MS = 30_000;

/**
 * Create a resource for each operation on one, so that valid requests reach it. Operations that remove or exhaust a
 * resource have one of their own.
 */
export async function createResources({ credentials, signInUrl }: Omit<Demo, 'workspaceName'>): Promise<Resources> {
  const call = await createJsonApiClient(credentials);
  const create = creator(call);
  let drafts = 0;
  // A derived request switches the duplicate guard on again, and another one then schedules a draft.
  const content = () => {
    drafts += 1;
    return create('/content', { title: `Draft ${drafts}`, platforms: ['twitter', 'linkedin'] }, 'id');
  };
  const label = async (name: string) => {
    await create('/content', { title: 'Labelled', platforms: ['twitter'], labels: [name] }, 'id');
    const { labels } = (await call('GET', '/labels')) as { labels: { id: string; name: string }[] };
    return labels.find((each) => each.name === name)!.id;
  };
  // The derived requests repeat the same texts.
  await call('PUT', '/workspace', { authors_may_approve: true, duplicate_guard_hours: 0 });
  const rule = () => create('/link-rules', { scope: 'workspace', parameters: { utm_medium: 'social' } }, 'id');
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const scheduled = await create('/content', { title: 'Later', platforms: ['twitter'], scheduled_at: inAnHour }, 'id');
  const entry = async () => {
    const body = { content_id: await content(), platforms: ['twitter'], scheduled_at: inAnHour };
    return create('/schedule', body, 'schedule_id');
  };

  const pending = async () => create(`/content/${await content()}/submit`, {}, 'id');
  const reviewLink = async () => {
    const body = { name: 'Ada Example', permission: 'comment' };
    return (await call('POST', `/content/${used}/review-links`, body)) as { id: string; url: string };
  };
  const template = (name: string) => create('/templates', { kind: 'snippet', name, text: 'Hello {{name}}' }, 'id');
  const calendarFeed = async () => (await call('POST', '/calendar-feeds', {})) as { id: string; url: string };
  let receivers = 0;
  const webhook = () => {
    receivers += 1;
    // The inbox of the local service.
    const events = ['content.created'];
    return create(
      '/webhooks',
      { url: `${new URL(credentials.base_url).origin}/_inbox/conformance-${receivers}`, events },
      'webhook_id',
    );
  };
  const newKey = async () => {
    const body = { name: 'Conformance', permissions: ['content:read'] };
    return (await call('POST', '/keys', body)) as { id: string; client_secret: string };
  };
  const key = async () => (await newKey()).id;
  const invitation = (name: string) =>
    create('/team/invite', { email: `${name}@example.com`, role: 'viewer' }, 'invitation_id');
  const { members } = (await call('GET', '/team/members')) as { members: { id: string; role: string }[] };
  const colleagues = members.filter(({ role }) => role !== 'owner').map(({ id }) => ({ id }));
  const { accounts } = (await call('GET', '/accounts')) as { accounts: { id: string; platform: string }[] };
  const onX = accounts.find(({ platform }) => platform === 'twitter')!.id;
  const [notOnX, alsoNotOnX] = accounts.filter(({ platform }) => platform !== 'twitter').map(({ id }) => id);
  const connect = async (platform: string) =>
    (await call('POST', `/connect/${platform}`, {})) as { id: string; url: string };
  const [flow, forPage] = [await connect('linkedin'), await connect('linkedin')];
  // Selected by a request, which requires that the browser has a session of the caller.
  await followOnce(await giveConsent(flow.url, await signIn(signInUrl)));
  const { url: selectionPage } = await followOnce(await giveConsent(forPage.url));
  const hook = { id: await webhook() };
  const used = await content();
  const [event] = await firstOf<{ id: string }>(call, '/events', 'events');
  const [delivery] = await firstOf<{ id: string }>(call, `/webhooks/${hook.id}/deliveries`, 'deliveries');
  const delivered = { ...hook, delivery_id: delivery!.id };
  const client = await newKey();
  const recurrence = () =>
    create(
      '/recurrences',
      { title: 'Tip', platforms: ['twitter'], rule: 'FREQ=WEEKLY', time: '09:00', paused: true },
      'id',
    );
  const queue = (name: string) => create('/queues', { name, slots: [{ weekday: 'monday', time: '09:00' }] }, 'id');
  const parameters = {
    'content.get': { id: scheduled },
    'content.update': { id: await content() },
    'content.delete': { id: await content() },
    'content.retry': { id: await content() },
    'content.submit': { id: await content() },
    'content.get-approval': { id: scheduled },
    'content.get-approval-statement': { id: await pending() },
    'content.approve': { id: await pending() },
    'content.request-changes': { id: await pending() },
    'content.withdraw': { id: await pending() },
    'content.list-versions': { id: await pending() },
    'content.list-comments': { id: used },
    'content.create-comment': { id: used },
    'content.delete-comment': {
      id: used,
      comment_id: await create(`/content/${used}/comments`, { body: 'A remark' }, 'id'),
    },
    'content.create-review-link': { id: used },
    'content.list-review-links': { id: used },
    'content.revoke-review-link': { id: used, link_id: (await reviewLink()).id },
    'content.resolve': { id: scheduled, platform: 'x' },
    'labels.update': { id: await label('Renamed') },
    'labels.delete': { id: await label('Deleted') },
    'schedule.update': { id: await entry() },
    'schedule.cancel': { id: await entry() },
    'accounts.get': { id: onX },
    // It is read for free, so a budget is rejected.
    'accounts.update': { id: alsoNotOnX! },
    'accounts.delete': { id: notOnX! },
    'connect.create': { id_or_platform: 'twitter' },
    'connect.get': { id_or_platform: flow.id },
    'connect.select': { id: flow.id },
    'sandbox.get-post': { id: await publishedInSandbox(call) },
    'keys.get': { id: await key() },
    'keys.reroll': { id: await key() },
    'keys.update': { id: await create('/keys', { name: 'An agent', agent: {} }, 'id') },
    'keys.delete': { id: await key() },
    'team.get-member': colleagues[0]!,
    'team.update-member': colleagues[0]!,
    'team.list-sessions': colleagues[0]!,
    'team.end-sessions': colleagues[0]!,
    'team.remove-member': colleagues[1]!,
    'team.resend-invitation': { id: await invitation('resent') },
    'team.revoke-invitation': { id: await invitation('revoked') },
    'calendar-feeds.delete': { id: (await calendarFeed()).id },
    'imports.get': { id: await checkedImport(call, 'One') },
    'imports.update': { id: await checkedImport(call, 'Two') },
    'imports.run': { id: await checkedImport(call, 'Three') },
    'imports.undo': { id: await checkedImport(call, 'Four') },
    'exports.get': { id: await create('/exports', { kind: 'content', format: 'csv' }, 'id') },
    'webhooks.get': hook,
    'webhooks.update': { id: await webhook() },
    'webhooks.delete': { id: await webhook() },
    'webhooks.rotate-secret': hook,
    'webhooks.test': hook,
    'webhooks.list-deliveries': hook,
    'webhooks.recover-deliveries': hook,
    'webhooks.get-delivery': delivered,
    'webhooks.replay-delivery': delivered,
    'events.get': { id: event!.id },
    'templates.get': { id: await template('To read') },
    'templates.update': { id: await template('To change') },
    'templates.delete': { id: await template('To delete') },
    'halts.delete': {
      id: await create('/halts', { scope: { platform: 'linkedin' }, reason: 'Of the conformance run.' }, 'id'),
    },
    'recurrences.get': { id: await recurrence() },
    'recurrences.update': { id: await recurrence() },
    'recurrences.delete': { id: await recurrence() },
    'queues.get': { id: await queue('Queue') },
    'queues.update': { id: await queue('Queue to change') },
    'queues.delete': { id: await queue('Queue to delete') },
    'queues.list-slots': { id: await queue('Queue to list') },
    'link-rules.get': { id: await rule() },
    'link-rules.update': { id: await rule() },
    'link-rules.delete': { id: await rule() },
    'media.get': { id: await create('/media', { size_bytes: 1000 }, 'id') },
    'media.delete': { id: await create('/media', { size_bytes: 1000 }, 'id') },
  };
  const values = {
    acc_01K00000000000000000000000: onX,
    [SAMPLE_REVIEW_TOKEN]: new URL((await reviewLink()).url).searchParams.get('token')!,
    [SAMPLE_FEED_TOKEN]: new URL((await calendarFeed()).url).searchParams.get('token')!,
    [choose.example.query.token]: new URL(selectionPage).searchParams.get('token')!,
    cnt_01K00000000000000000000000: used,
    key_01K00000000000000000000000: client.id,
    'sample-client-secret': client.client_secret,
  };
  return { parameters, values };
}

/** Publish with a sandbox account. Return the id of the post. */
async function publishedInSandbox(call: JsonApiClient): Promise<string> {
  const create = creator(call);
  const account = await create('/accounts', { platform: 'twitter', sandbox: true }, 'id');
  const content = await create('/content', { title: 'A post', platforms: ['twitter'], accounts: [account] }, 'id');
  const published = await call('PUT', `/content/${content}`, { status: 'published' });
  const [target] = Object.values((published as { targets: Record<string, { url: string }> }).targets);
  return target!.url.slice(target!.url.lastIndexOf('/') + 1);
}

/** Create an import of one draft, and wait until it is checked. Return its id. */
async function checkedImport(call: JsonApiClient, text: string): Promise<string> {
  const id = await creator(call)('/imports', { format: 'csv', content: `text,platforms\n${text},twitter` }, 'id');
  for (const endMs = Date.now() + WAIT_MS; Date.now() < endMs; await sleep(200)) {
    const { status } = (await call('GET', `/imports/${id}`)) as { status: string };
    if (status === 'ready') return id;
  }
  throw new Error(`The import ${id} is still being checked.`);
}

/** Wait for the first items of a list that the service fills after a change. */
async function firstOf<Item>(call: JsonApiClient, path: string, field: string): Promise<Item[]> {
  for (const endMs = Date.now() + WAIT_MS; Date.now() < endMs; await sleep(200)) {
    const items = ((await call('GET', path)) as Record<string, Item[]>)[field]!;
    if (items.length > 0) return items;
  }
  throw new Error(`${path} is still empty.`);
}

function creator(call: JsonApiClient) {
  return async (path: string, body: object, idField: string): Promise<string> => {
    const created = (await call('POST', path, body)) as Record<string, unknown>;
    return String(created[idField]);
  };
}

/** Sign in with a link. Return the cookie of the session. */
async function signIn(signInUrl: string): Promise<string> {
  const { origin, hash } = new URL(signInUrl);
  const token = new URLSearchParams(hash.slice(hash.indexOf('?'))).get('token');
  const request = { method: 'POST', body: JSON.stringify({ token }), headers: { 'content-type': 'application/json' } };
  const { headers } = await fetch(`${origin}/v1/auth/sessions`, request);
  const cookie = headers.get('set-cookie')?.split(';')[0];
  if (!cookie) throw new Error('The sign-in link is not valid.');
  return cookie;
}
