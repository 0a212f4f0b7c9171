import { readEvent } from '../../tools/local-stack/invoke-sample.ts';
import { SAMPLE_STAGE_TOKEN } from '../../tools/local-stack/sample-token.ts';
import { type Asked, putItem, type Run, withToken, written } from './access-requests.ts';

const LONG_AGO = { S: '2020-01-01T00:00:00.000Z' };

/** Sum a day that has records, report the stage and one page of its workspaces, and erase the day. */
export async function sumUsage(run: Run, endpoint: string): Promise<void> {
  const { item } = written('UsageDay').findLast(({ by }) => by === 'on-table-change')!;
  await putItem(endpoint, { ...item, due_at: LONG_AGO, due_sk: LONG_AGO });
  await run('on-sweep-due', {});
  const ofStage = withToken(readEvent('usage/get') as Asked, SAMPLE_STAGE_TOKEN);
  for (const group_by of ['platform', 'workspace']) {
    await run('usage/get', { ...ofStage, queryStringParameters: { group_by } });
  }
  const { item: summed } = written('UsageDay').findLast(({ by }) => by === 'on-sweep-due')!;
  const change = { Keys: { pk: summed!.pk, sk: summed!.sk }, OldImage: summed, SequenceNumber: '1' };
  await run('on-table-change', { Records: [{ eventID: 'erased-day', eventName: 'REMOVE', dynamodb: change }] });
}
