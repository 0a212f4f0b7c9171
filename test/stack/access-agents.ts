import { readEvent } from '../../tools/local-stack/invoke-sample.ts';
import { type Asked, event, type Run, withToken } from './access-requests.ts';

/** Create an agent key, draft, edit, submit and add files with it, and show it. */
export async function workAsAgent(run: Run): Promise<void> {
  const body = { name: 'An agent', agent: {} };
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
  await ask('content/update', { id: String(item), body: { title: 'Another one' } });
  await ask('content/submit', { id: String(item), body: {} });
  await ask('media/create', { body: { size_bytes: 10 } });
  await run('keys/get', event('keys/get', { id: String(id) }));
  await run('keys/list', readEvent('keys/list'));
}
