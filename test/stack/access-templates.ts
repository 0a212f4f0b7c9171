import { connectSampleAccount, event, type Run } from './access-requests.ts';

/** The name of a saved mention. */
export const MENTION = 'Access';

/** Create templates of accounts and mentions, rename one, list one kind, and write an item with them. */
export async function useTemplates(run: Run): Promise<void> {
  const create = (body: object) => run('templates/create', event('templates/create', { body }));
  const account = await connectSampleAccount(run);
  const { id } = await create({ kind: 'account_set', name: 'Accounts', accounts: [account] });
  await create({ kind: 'mention', name: MENTION, handles: { twitter: '@access' } });
  const update = { id: String(id), body: { name: 'Brand', accounts: [account] } };
  await run('templates/update', event('templates/update', update));
  const page = event('templates/list', {}) as object;
  await run('templates/list', { ...page, rawQueryString: 'kind=mention', queryStringParameters: { kind: 'mention' } });
  const body = { title: `By {{@${MENTION}}}`, platforms: ['twitter', 'linkedin'], templates: { account_set: 'Brand' } };
  await run('content/validate', event('content/validate', { body }));
  const item = await run('content/create', event('content/create', { body }));
  const again = { id: String(item.id), body: { title: `For {{@${MENTION}}}` } };
  await run('content/update', event('content/update', again));
}
