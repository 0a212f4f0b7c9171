import { readEvent } from '../../tools/local-stack/invoke-sample.ts';
import { connectSampleAccount, event, putItem, type Run, recordOf, written } from './access-requests.ts';

/** Enough steps for the imports of this file. */
const MAX_STEPS = 30;

/** Import items in each way, remove them again, and leave an import that does not continue. */
export async function importItems(run: Run, endpoint: string): Promise<void> {
  const account = await connectSampleAccount(run);
  const slots = [{ weekday: 'monday', time: '09:00' }];
  await run('queues/create', event('queues/create', { body: { name: 'Of imports', accounts: [account], slots } }));
  const snippet = { name: 'Of imports', kind: 'snippet', text: 'A text of a snippet' };
  await run('templates/create', event('templates/create', { body: snippet }));
  const { id: media_id } = (readEvent('media/get') as { pathParameters: { id: string } }).pathParameters;
  const rows = [
    {
      title: 'A picture',
      platforms: ['twitter'],
      media: [{ media_id }],
      labels: ['Of imports'],
      campaign: 'Of imports',
    },
    { title: 'Queued', platforms: ['twitter', 'linkedin'], queue: 'Of imports' },
    { title: 'Of a snippet', platforms: ['linkedin'], templates: { snippet: 'Of imports' } },
    { title: 'Wrong', platforms: ['elsewhere'] },
  ];
  const content = rows.map((row) => JSON.stringify(row)).join('\n');
  const defaults = { accounts: [account], queue: 'Of imports', templates: { snippet: 'Of imports' } };
  const body = { format: 'jsonl', content };
  const { id } = (await run('imports/create', event('imports/create', { body }))) as { id: string };
  const waiting = written('Import').at(-1)!.item!;
  await endImports(run);
  await run('imports/get', event('imports/get', { id }));
  const corrections = [{ row: 4, values: { title: 'Still wrong' } }];
  await run('imports/update', event('imports/update', { id, body: { corrections } }));
  await endImports(run);
  await run('imports/run', event('imports/run', { id }));
  await endImports(run);
  // An item that was submitted has versions, which are removed with it.
  const made = written('Content').filter(({ by }) => by === 'on-step-queued');
  const { id: item } = made.at(-1)!.item!;
  await run('content/submit', event('content/submit', { id: item!.S!, body: {} }));
  await run('imports/undo', event('imports/undo', { id }));
  await endImports(run);
  await run('imports/create', event('imports/create', { body: { ...body, defaults } }));
  await endImports(run);
  const { id: second } = written('Import').at(-1)!.item!;
  await run('imports/update', event('imports/update', { id: second!.S!, body: { defaults } }));
  await endImports(run);
  const other = { S: 'imp_01K00000000000000000000019' };
  await putItem(endpoint, { ...waiting, id: other, sk: other, due_sk: { S: '2020-01-01T00:00:00.000Z' } });
}

/** Run the steps of all imports until each has ended: a workspace has two at a time. */
export async function endImports(run: Run): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    const imports = new Map(written('Import').map(({ item }) => [item!.id!.S!, item!]));
    const working = [...imports.values()].filter(({ status }) =>
      ['checking', 'running', 'undoing'].includes(status!.S!),
    );
    if (working.length === 0) return;
    for (const item of working) await run('on-table-change', recordOf(item));
  }
}
