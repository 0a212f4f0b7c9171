import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorIndexEntity } from '../../../lib/app/table/entities.ts';
import { workspaceItems } from '../../../lib/app/workspace-items/workspace-items.ts';
import { table, tableName } from '../../../lib/core/table/client.ts';
import { query } from '../../../lib/core/table/read.ts';
import { type Item, keyOf } from '../../../lib/core/table/schema.ts';
import { completeIndex, completeSmallIndex, isIndexComplete } from '../../../tools/cli/operator-index.ts';
import { ensureIndex, workspaceIds } from '../../../tools/cli/stage-workspaces.ts';
import { of, openStoredItems, workspaceId } from './stored-items.ts';

/** The items of version 1.0.0 have no keys by which operator commands find them. */

let stop: () => Promise<void>;
const put = (item: Item) => table.send(new PutCommand({ TableName: tableName(), Item: item }));
const INDEXED = ['Workspace', 'InvitationToken', 'AuthorizationCode', 'DeviceLogin', 'InboundBatch', 'OrphanComment'];

beforeAll(async () => {
  stop = await openStoredItems();
});
afterAll(() => stop());

beforeEach(async () => {
  await table.send(new DeleteCommand({ TableName: tableName(), Key: keyOf(operatorIndexEntity, {}) }));
  for (const item of INDEXED.flatMap((entity) => of(entity as never))) await put(item);
  // One that a member has decided about.
  await put({ ...of('DeviceLogin')[0]!, pk: 'DEVICELOGIN#BBBBBBBB', user_code: 'BBBBBBBB', workspace_id: workspaceId });
});

const listed = async () => {
  const ids: string[] = [];
  for await (const id of workspaceIds()) ids.push(id);
  return ids;
};

describe('a table of an earlier version', () => {
  it('is read once: then the index has every workspace, and every item that only the index finds', async () => {
    expect([await listed(), await isIndexComplete()]).toEqual([[], false]);
    const warned: string[] = [];
    await ensureIndex((line) => warned.push(line));
    expect(warned).toEqual([expect.stringContaining('reading the whole table once')]);
    expect(await listed()).toEqual([workspaceId]);
    const entities = new Set<unknown>();
    for await (const { entity } of workspaceItems(workspaceId, { isConsistent: true })) entities.add(entity);
    expect(INDEXED.filter((entity) => !entities.has(entity))).toEqual([]);
    await ensureIndex((line) => warned.push(line));
    expect(warned).toHaveLength(1);
    expect(await completeIndex()).toBe(0);
  });

  it('keeps its items as they are, apart from the keys', async () => {
    const [before] = of('OrphanComment');
    expect(await completeIndex()).toBe(INDEXED.length);
    const [after] = await query({ pk: String(before!.pk) });
    const { parent_pk, list_sk, ...rest } = after!;
    expect(rest).toEqual(before);
    expect([parent_pk, list_sk]).toEqual([`WS#${workspaceId}#ORPHANCOMMENTS`, before!.occurred_at]);
  });

  it('is indexed by the first workspace that is created, if it is small', async () => {
    await completeSmallIndex();
    expect(await isIndexComplete()).toBe(true);
  });

  it('is not taken for indexed if one response does not return all of it', async () => {
    const large = (number: number) => ({
      pk: `LARGE#${number}`,
      sk: 'LARGE',
      entity: 'Large',
      text: 'x'.repeat(390_000),
    });
    for (let number = 0; number < 4; number++) await put(large(number));
    await completeSmallIndex();
    expect(await isIndexComplete()).toBe(false);
    await completeIndex();
    expect(await listed()).toEqual([workspaceId]);
  });
});
