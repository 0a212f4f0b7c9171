import { readEvent } from '../../tools/local-stack/invoke-sample.ts';
import { connectSampleAccount, event, putItem, type Run, recordOf, written } from './access-requests.ts';

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

/** Create a recurrence with a file, a saved mention and a cooldown, make its items, change, resume and delete it; leave one for the sweep. */
export async function useRecurrences(run: Run, endpoint: string): Promise<void> {
  const account = await connectSampleAccount(run);
  const post = {
    title: 'Recurring',
    platforms: ['twitter', 'linkedin'],
    variations: ['One {{@Of recurrences}}', 'Two'],
    labels: ['Tips'],
  };
  const rule = { rule: 'FREQ=DAILY', time: '09:00', time_zone: 'Europe/Berlin' };
  const fields = { ...post, ...rule, accounts: [account], evergreen: { cooldown_posts: 1 } };
  const { id: media_id } = (readEvent('media/get') as { pathParameters: { id: string } }).pathParameters;
  const media = [{ media_id }];
  const mention = { kind: 'mention', name: 'Of recurrences', handles: { twitter: '@acme' } };
  const { id: template } = await run('templates/create', event('templates/create', { body: mention }));
  const { id } = await run('recurrences/create', event('recurrences/create', { body: { ...fields, media } }));
  const step = () => run('on-table-change', recordOf(written('Recurrence').at(-1)!.item!));
  await step();
  const recurrence = String(id);
  await run('recurrences/get', event('recurrences/get', { id: recurrence }));
  await run('recurrences/list', event('recurrences/list', {}));
  const preview = { rule: 'FREQ=DAILY', time: '09:00' };
  await run('recurrences/preview', event('recurrences/preview', { body: preview }));
  for (const body of [
    { variations: ['Three {{@Of recurrences}}'], labels: ['Other tips'], media: [] },
    { media, accounts: [account] },
  ]) {
    await run('recurrences/update', event('recurrences/update', { id: recurrence, body }));
    await step();
  }
  await step();
  await run('recurrences/delete', event('recurrences/delete', { id: recurrence, query: { upcoming: 'delete' } }));
  for (let part = 0; part < 5; part++) await step();
  const kept = await run('recurrences/create', event('recurrences/create', { body: { ...fields, media } }));
  const query = { upcoming: 'keep' };
  await run('recurrences/delete', event('recurrences/delete', { id: String(kept.id), query }));
  const due = { due_at: { S: YESTERDAY }, due_sk: { S: YESTERDAY } };
  await run('recurrences/create', event('recurrences/create', { body: fields }));
  await putItem(endpoint, { ...written('Recurrence').at(-1)!.item!, ...due });
  const mentionOf = () => written('Template').findLast(({ item }) => item?.id?.S === template)!.item!;
  const OldImage = mentionOf();
  await run('templates/update', event('templates/update', { id: String(template), body: { name: 'Renamed' } }));
  const NewImage = mentionOf();
  const change = { Keys: { pk: NewImage.pk, sk: NewImage.sk }, OldImage, NewImage, SequenceNumber: '1' };
  await run('on-table-change', { Records: [{ eventName: 'MODIFY', dynamodb: change }] });
}
