import { TOOLS } from '../../lib/agents/tools/tools.ts';
import { AGENT_PERMISSIONS } from '../../lib/identity/rules/agent-key.ts';
import { readEvent } from '../../tools/local-stack/invoke-sample.ts';
import { SAMPLE_AGENT_TOKEN } from '../../tools/local-stack/sample-token.ts';
import {
  type Asked,
  connectSampleAccount,
  event,
  type Run,
  UNKNOWN_SESSION_TOKEN,
  withToken,
} from './access-requests.ts';
import { MENTION } from './access-templates.ts';

/** Create an agent key, draft, edit, submit and add files with it, show it, and roll it. */
export async function workAsAgent(run: Run): Promise<void> {
  const permissions = [...AGENT_PERMISSIONS, 'webhooks:write'];
  const body = { name: 'An agent', agent: {}, permissions };
  const { id, client_id, client_secret } = await run('keys/create', event('keys/create', { body }));
  const credentials = new URLSearchParams({
    ...{ grant_type: 'client_credentials', client_id: String(client_id), client_secret: String(client_secret) },
  });
  const request = { ...(readEvent('auth/token') as object), body: String(credentials), isBase64Encoded: false };
  const token = String((await run('auth/token', request)).access_token);
  const ask = (name: string, other: Parameters<typeof event>[1]) =>
    run(name, withToken(event(name, other) as Asked, token));
  const draft = { title: 'A draft of an agent', platforms: ['bluesky'] };
  const { id: item } = await ask('content/create', { body: draft });
  const update = withToken(
    event('content/update', { id: String(item), body: { title: 'Another one' } }) as Asked,
    token,
  );
  await run('content/update', { ...update, headers: { ...update.headers, 'idempotency-key': 'edit' } });
  const queue = { name: 'Of agents', slots: [{ weekday: 'monday', time: '09:00' }] };
  await run('queues/create', event('queues/create', { body: queue }));
  await ask('content/validate', { body: { ...draft, metadata: { proposed_queue: queue.name } } });
  await ask('content/create-comment', { id: String(item), body: { body: 'By an agent.' } });
  await ask('auth/verify', {});
  await ask('content/submit', { id: String(item), body: {} });
  await ask('media/create', { body: { size_bytes: 10 } });
  await workByTools(run, token);
  await followEvents(run, token);
  await run('keys/get', event('keys/get', { id: String(id) }));
  await run('keys/reroll', event('keys/reroll', { id: String(id), body: {} }));
  const limited = { name: 'For an account', agent: { accounts: [await connectSampleAccount(run)] } };
  await run('keys/create', event('keys/create', { body: limited }));
  await run('keys/list', readEvent('keys/list'));
}

/** Subscribe to an event, extend the subscription by another secret, and end it. */
async function followEvents(run: Run, token: string): Promise<void> {
  const { webhooks } = await run('webhooks/list', readEvent('webhooks/list'));
  const url = new URL('/_inbox/agent', (webhooks as { url: string }[])[0]!.url).href;
  const subscribe = (byte: number) => {
    const secret = `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
    return send(run, token, 'events/subscribe', {
      name: 'content.created',
      delivery: { mode: 'webhook', url, secret },
    });
  };
  const results = [await subscribe(1), await subscribe(2)];
  const ids = results.map((result) => result?.id);
  if (!ids[0] || ids[0] !== ids[1]) throw new Error(`events/subscribe: ${JSON.stringify(results)}`);
  await send(run, token, 'events/unsubscribe', { name: 'content.created', delivery: { url } });
}

/** Send a message of the current revision. Returns its result. */
async function send(run: Run, token: string, method: string, params: object) {
  const sample = readEvent('mcp') as Asked & { body: string };
  const message = JSON.parse(sample.body);
  const body = JSON.stringify({ ...message, method, params: { _meta: message.params._meta, ...params } });
  const headers = { ...sample.headers, 'mcp-method': method };
  const { result } = await run('mcp', withToken({ ...sample, headers, body }, token));
  return result as Record<string, unknown> | undefined;
}

/** Read the comments that the stream worker has reported, with the agent key of the samples, which was not used before. */
export async function readComments(run: Run): Promise<void> {
  await toolsOf(run, SAMPLE_AGENT_TOKEN)('read_comments', {});
}

function toolsOf(run: Run, token: string) {
  return async (name: string, args: object) => {
    const sample = readEvent('mcp') as Asked & { body: string };
    const message = JSON.parse(sample.body);
    const body = JSON.stringify({ ...message, params: { ...message.params, name, arguments: args } });
    const asked = { ...sample, headers: { ...sample.headers, 'mcp-name': name }, body };
    const { result } = await run('mcp', withToken(asked, token));
    const { isError, structuredContent, content } = result as Record<string, unknown>;
    if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
    return structuredContent as Record<string, Record<string, unknown>>;
  };
}

/** Call each tool, list by each filter, and submit an item that a person has scheduled. */
async function workByTools(run: Run, token: string): Promise<void> {
  const call = toolsOf(run, token);
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const named = { labels: ['Of a person'], campaign: 'Tools' };
  const planned = { request_id: 'scheduled', title: 'Scheduled', platforms: ['twitter'] };
  const scheduled = String((await call('draft_post', planned)).post!.id);
  await run('content/update', event('content/update', { id: scheduled, body: { scheduled_at, ...named } }));
  await call('submit_for_approval', { request_id: 'scheduled', post_id: scheduled });
  // It reads the schedule entry, and is rejected.
  await call('edit_draft', { request_id: 'scheduled', post_id: scheduled, title: 'Other' }).catch(() => {});
  const request_id = 'access';
  const { media_id } = await call('add_media', { request_id, url: 'https://files.invalid/a.jpg' });
  const { id: library } = (readEvent('media/get') as { pathParameters: { id: string } }).pathParameters;
  const draft = { title: `By {{@${MENTION}}}`, text: 'See https://pages.invalid/a', platforms: ['bluesky', 'twitter'] };
  const { post } = await call('draft_post', { request_id, ...draft, media: [{ media_id: library }] });
  const post_id = post!.id;
  const rest = { platforms: ['bluesky'], media: [], proposed_queue: 'Of agents' };
  await call('edit_draft', { request_id, post_id, ...rest });
  for (const { name, example } of TOOLS) await call(name, 'post_id' in example ? { ...example, post_id } : example);
  // The server reads the pages that a submitted post links.
  await call('edit_draft', { request_id: 'link', post_id, text: draft.text });
  await call('submit_for_approval', { request_id: 'link', post_id });
  await call('edit_draft', { request_id: 'labels', post_id, ...named });
  for (const args of [{}, { status: 'draft' }, { platform: 'bluesky' }, { label: 'of a person' }, { search: 'words' }])
    await call('find_posts', args);
  const account_id = 'acc_01K00000000000000000000000';
  for (const args of [{}, { platform: 'twitter' }, { account_id }]) await call('propose_time', args);
  for (const args of [{}, { post_id }]) await call('read_metrics', args);
  if (typeof media_id !== 'string') throw new Error('No file was added.');
  await run('mcp', withToken(readEvent('mcp') as Asked, UNKNOWN_SESSION_TOKEN));
}
