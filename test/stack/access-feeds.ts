import { event, putItem, type Run, recordOf, written } from './access-requests.ts';

/** Load the calendar feed of an account that has a post, and again after the account was deleted. */
export async function loadFeedOfAccount(run: Run): Promise<void> {
  const own = { platform: 'twitter', external_id: '1000000013', access_token: 'of-a-feed' };
  const account = String((await run('accounts/create', event('accounts/create', { body: own }))).id);
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const post = { title: 'Of the feed', platforms: ['twitter'], accounts: [account], scheduled_at };
  await run('content/create', event('content/create', { body: post }));
  const feed = event('calendar-feeds/create', { body: { scope: { account } } });
  const { url } = await run('calendar-feeds/create', feed);
  const token = new URL(String(url)).searchParams.get('token')!;
  const show = () => run('calendar-feeds/show', event('calendar-feeds/show', { query: { token } }));
  await show();
  await run('accounts/delete', event('accounts/delete', { id: account }));
  await show();
}

/** Run the exports that the sample event does not create. */
export async function exportMore(run: Run, endpoint: string): Promise<void> {
  const { item } = written('Export').find(({ by }) => by === 'exports/create')!;
  for (const [index, kind] of ['metrics', 'audit'].entries()) {
    const id = { S: `exp_01K0000000000000000000001${index}` };
    const other = { ...item!, id, sk: id, kind: { S: kind } };
    await putItem(endpoint, other);
    await run('on-table-change', recordOf(other));
  }
}
