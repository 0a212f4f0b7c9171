import { connectSampleAccount, event, putItem, type Run, recordOf, written } from './access-requests.ts';

/** When the halt of the account ended: every worker that knew it has ended, and its release is not expired. */
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

/** End the halt of the sample event, halt an account with a post, resume, and run the first steps of the release. */
export async function haltAndResume(run: Run, endpoint: string): Promise<void> {
  const sample = written('Halt').findLast(({ by }) => by === 'halts/create')!.item!;
  await run('halts/delete', event('halts/delete', { id: sample.id!.S! }));
  const account = await connectSampleAccount(run);
  const post = { title: 'Held', platforms: ['twitter'], accounts: [account], scheduled_at: new Date().toISOString() };
  await run('content/create', event('content/create', { body: post }));
  const body = { scope: { account }, reason: 'A wrong campaign.' };
  const { id } = await run('halts/create', event('halts/create', { body }));
  await run('halts/delete', event('halts/delete', { id: String(id) }));
  const release = () => written('HaltRelease').at(-1)!.item!;
  // Counting; listing; the release of the post, after which it waits.
  for (let step = 0; step < 3; step++) await run('on-table-change', recordOf(release()));
  const due = { resumed_at: { S: YESTERDAY }, due_at: { S: YESTERDAY }, due_sk: { S: YESTERDAY } };
  await putItem(endpoint, { ...release(), ...due });
}

/** Run the last step of the release, after a sweep has found it, perhaps among others. */
export async function continueRelease(run: Run): Promise<void> {
  const found = written('HaltRelease').findLast(({ item }) => item!.resumed_at!.S === YESTERDAY)!;
  await run('on-table-change', recordOf(found.item!));
}
