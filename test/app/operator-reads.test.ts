import timers from 'node:timers/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as runDeletionJob } from '../../functions/on-workspace-deletion-due.ts';
import { operatorIndexEntity } from '../../lib/app/table/entities.ts';
import { ENTITIES, type EntityName } from '../../lib/app/table/entity-table.ts';
import { workspaceItems } from '../../lib/app/workspace-items/workspace-items.ts';
import { LEFT_TO_EXPIRE, STAGE_ENTITIES } from '../../lib/app/workspace-items/workspace-paths.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { type Item, toItem } from '../../lib/core/table/schema.ts';
import { STAGE_WORKSPACE_ID } from '../../lib/identity/rules/stage.ts';
import { workspaceUpdateWrite, workspaceWrite } from '../../lib/identity/store/workspaces.ts';
import { loadDeletion } from '../../lib/workspaces/store/workspace-deletions.ts';
import { createWorkspace } from '../../tools/cli/create-workspace.ts';
import { exportWorkspace } from '../../tools/cli/export-workspace.ts';
import { workspaceCommand } from '../../tools/cli/workspace-command.ts';
import { advanceTime, setupApi } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newStageTenant } from '../functions/tenants.ts';
import { sdkError } from '../functions/worker-harness.ts';
import { itemsOfWorkspace, PARENTS, workspaceNumber } from '../functions/workspace-of-all-entities.ts';

// The commands of an operator read by keys: a scan of the table would take hours and cost the reads of all workspaces.

const table = setupApi();
setupObjectStore();
const cloudFormation = mockClient(CloudFormationClient);
const { TABLE_NAME = '', ENCRYPTION_ARN = '' } = process.env;
afterAll(() => cloudFormation.restore());

/** The commands that were sent to the table. */
let sent: string[];

beforeEach(() => {
  const Outputs = Object.entries({
    BaseUrl: 'https://api.example.com/v1',
    TableName: TABLE_NAME,
    EncryptionKeyArn: ENCRYPTION_ARN,
  }).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const stack = { StackName: 'any', CreationTime: new Date(), StackStatus: 'CREATE_COMPLETE' as const, Outputs };
  cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [stack] });
  table.insert(toItem(operatorIndexEntity, { completed_at: new Date().toISOString() }));
  sent = [];
  table.fault = (name) => {
    sent.push(name);
    return null;
  };
});

/** What a run does in each of its waits, and with what it reports on the way. */
interface Observer {
  inEachWait?: () => Promise<void>;
  warn?: (line: string) => void;
}

/** Run a command of the operator. Its waits move the clock. Without an observer, a line on the way fails the test. */
async function run(args: string[], { inEachWait, warn }: Observer = {}): Promise<string> {
  const pauses = vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => {
    advanceTime(ms ?? 0);
    await inEachWait?.();
    return undefined as never;
  });
  try {
    return await workspaceCommand([...args, '--stage', 'development'], {
      folder: 'none',
      print: (line) => expect.unreachable(line),
      warn: warn ?? ((line) => expect.unreachable(line)),
    });
  } finally {
    pauses.mockRestore();
  }
}

describe('workspace halt', () => {
  it('halts a thousand workspaces, also one that is created during the halt, without a scan', async () => {
    const found = (name: string) =>
      createWorkspace({ name, plan: 'standard', email: 'a@example.com', ownerName: 'A' }, Date.now()).workspace;
    for (let number = 0; number < 1000; number++) await commit([workspaceWrite(found(`Workspace ${number}`))]);
    const late = workspaceWrite(found('Late'));
    table.fault = (name) => {
      // While the first workspaces are halted.
      if ('put' in late && name === 'TransactWriteCommand' && !sent.includes(name)) table.insert(late.put);
      sent.push(name);
      return null;
    };
    expect(await run(['halt', '--reason', 'Wrong ids.'])).toContain('Publishing is halted in 1001 workspaces');
    const halted = table.items().filter(({ entity }) => entity === 'Halt');
    expect(new Set(halted.map(({ workspace_id }) => workspace_id)).size).toBe(1001);
    expect(sent).not.toContain('ScanCommand');
    expect(await run(['resume'])).toContain('Publishing is resumed in 1001 workspaces');
    expect(sent).not.toContain('ScanCommand');
  });

  it('with a label halts those that have it, also one that received it during the halt, and reads no other', async () => {
    const found = (number: number, label?: string) => {
      const input = { name: `Workspace ${number}`, plan: 'standard', email: 'a@example.com', ownerName: 'A' } as const;
      return { ...createWorkspace(input, Date.now()).workspace, ...(label === undefined ? {} : { label }) };
    };
    const others = Array.from({ length: 50 }, (_, number) => found(number, number < 25 ? 'asia' : undefined));
    const labelled = Array.from({ length: 20 }, (_, number) => found(number, 'europe'));
    for (const workspace of [...others, ...labelled]) await commit([workspaceWrite(workspace)]);
    const late = others[0]!;
    const received = workspaceUpdateWrite(late, { ...late, label: 'europe' });
    const read: string[] = [];
    table.fault = (name, input) => {
      if ('put' in received && name === 'TransactWriteCommand' && !sent.includes(name)) table.insert(received.put);
      sent.push(name);
      read.push(JSON.stringify(input));
      return null;
    };
    expect(await run(['halt', '--reason', 'Wrong ids.', '--label', 'europe'])).toContain('halted in 21 workspaces');
    const haltedIds = () =>
      table.items().flatMap(({ entity, workspace_id }) => (entity === 'Halt' ? [workspace_id] : []));
    expect(haltedIds().sort()).toEqual([...labelled, late].map(({ id }) => id).sort());
    expect(others.slice(1).filter(({ id }) => read.some((input) => input.includes(id)))).toEqual([]);
    expect(await run(['resume', '--label', 'asia'])).toContain('resumed in 0 workspaces');
    expect(await run(['resume', '--label', 'europe'])).toContain('resumed in 21 workspaces');
    expect([haltedIds(), sent.includes('ScanCommand')]).toEqual([[], false]);
  });
});

/** The entities that belong to a workspace. Every other one has to declare that nothing finds it. */
const EXPECTED = (Object.keys(ENTITIES) as EntityName[]).filter(
  (entity) => ![...STAGE_ENTITIES, ...LEFT_TO_EXPIRE].includes(entity),
);

describe('a workspace that has items of every entity', () => {
  const NAME = 'To be erased';
  const [one, other] = [workspaceNumber(1), workspaceNumber(2)];
  const entitiesOf = (items: Item[]) => new Set(items.map(({ entity }) => entity));

  /** What the command reports on the way, and how many runs of the job fail. */
  let reported: string[];
  let failures: number;
  /** The items of the table when the deletion was requested. */
  let requested: Item[];

  beforeEach(() => {
    [reported, failures, requested] = [[], 0, []];
    for (const number of [1, 2]) for (const item of itemsOfWorkspace(number)) table.insert(item);
    const input = { name: NAME, plan: 'standard', email: 'a@example.com', ownerName: 'A' } as const;
    const write = workspaceWrite({
      ...createWorkspace(input, Date.now()).workspace,
      id: one,
      external_id: 'customer-1',
    });
    if ('put' in write) table.insert(write.put);
  });

  const read = async (id: string) => {
    const items: Item[] = [];
    for await (const item of workspaceItems(id, { isConsistent: false })) items.push(item);
    return items;
  };

  it('is read completely, each item once, and no item of another workspace', async () => {
    const items = await read(one);
    expect([...entitiesOf(items)].sort()).toEqual([...EXPECTED].sort());
    const byKey = (item: Item) => `${item.pk} ${item.sk}`;
    const expected = itemsOfWorkspace(1).filter(({ entity }) => EXPECTED.includes(entity as EntityName));
    expect(items.map(byKey).sort()).toEqual(expected.map(byKey).sort());
  });

  it('is found by what is left of it, when its parents are deleted', async () => {
    const parents: string[] = PARENTS;
    for (const item of itemsOfWorkspace(1)) if (parents.includes(String(item.entity))) table.remove(item);
    const missing = EXPECTED.filter((entity) => !parents.includes(entity));
    expect([...entitiesOf(await read(one))].sort()).toEqual(missing.sort());
  });

  it('is exported without a scan', async () => {
    const lines: Item[] = [];
    await exportWorkspace(one, undefined, (line) => lines.push(JSON.parse(line)));
    const entities = entitiesOf(lines);
    for (const entity of ['Workspace', 'Member', 'ApiKey', 'ReviewComment', 'OrphanComment', 'Delivery', 'DeviceLogin'])
      expect(entities, entity).toContain(entity);
    expect(JSON.stringify(lines)).not.toContain(other);
    expect(sent).not.toContain('ScanCommand');
  });

  const keysOf = (items: Item[]) => items.map(({ pk, sk }) => `${pk} ${sk}`);
  /** The entities of the items of a workspace that are left in the table. */
  const leftOf = (number: number) => {
    const left = new Set(keysOf(table.items()));
    return entitiesOf(itemsOfWorkspace(number).filter(({ pk, sk }) => left.has(`${pk} ${sk}`)));
  };
  const LEFT = [...LEFT_TO_EXPIRE, ...STAGE_ENTITIES].sort();
  /** Erase the workspace by the command, while the job runs every five minutes. */
  const erase = (...confirm: string[]) => {
    let ranMs = 0;
    const inEachWait = async () => {
      if (Date.now() < ranMs + 5 * 60_000) return;
      if (ranMs === 0) requested = table.items();
      ranMs = Date.now();
      await runDeletionJob().catch(() => {
        failures += 1;
      });
    };
    const warn = (line: string) => reported.push(line);
    return run(['erase', '--workspace', one, '--person', 'everyone', ...confirm], { inEachWait, warn });
  };
  /** The number of items that were there when the deletion was requested, and are not. The external id is released, not counted. */
  const deleted = () => {
    const left = new Set(keysOf(table.items()));
    return keysOf(requested.filter(({ entity }) => entity !== 'ExternalId')).filter((key) => !left.has(key)).length;
  };
  const certified = async () => (await loadDeletion(one))!.counts.items;

  it('is erased by the job of the service, without a scan, and the other workspace stays', async () => {
    const printed = await erase('--confirm', NAME);
    expect([...leftOf(1)].sort()).toEqual(LEFT);
    expect(keysOf(table.items())).toEqual(expect.arrayContaining(keysOf(itemsOfWorkspace(2))));
    expect(sent).not.toContain('ScanCommand');
    expect(printed).toContain('"requested_by": "operator"');
    expect(printed).toMatch(new RegExp(`"items": ${deleted()}\\b`));
    const inCertificate = await certified();
    // A redrive writes again, more than a day later.
    advanceTime(26 * 3_600_000);
    await runDeletionJob();
    const redriven = itemsOfWorkspace(1).find(({ entity }) => entity === 'Content')!;
    table.insert(redriven);
    expect(await erase()).toMatch(new RegExp(`"items": ${inCertificate}\\b`));
    expect([...leftOf(1)].sort()).toEqual(LEFT);
  });

  it('reports what is deleted, a line for each change', async () => {
    await erase('--confirm', NAME);
    const [first, ...progress] = reported;
    expect(first).toMatch(/^The job of the service deletes it in about a quarter of an hour\./);
    expect(progress[0]).toBe('scheduled, accounts: 0 items and 0 files are deleted.');
    const items = progress.slice(1).map((line) => Number(/^running, \w+: (\d+) items and 0 files/.exec(line)?.[1]));
    expect(items).toEqual(items.toSorted((a, b) => a - b));
    expect([items.at(-1), new Set(progress).size]).toEqual([deleted(), progress.length]);
  });

  it('is erased by a repeat of the command, after its write has failed', async () => {
    table.fault = (name) => (name === 'TransactWriteCommand' ? sdkError('InternalServerError') : null);
    const before = table.items();
    await expect(erase('--confirm', NAME)).rejects.toThrow('InternalServerError');
    expect([table.items(), reported]).toEqual([before, []]);
    table.fault = null;
    await erase('--confirm', NAME);
    expect([...leftOf(1)].sort()).toEqual(LEFT);
  });

  // The first write is the request of the command. Without failures, the job has seven.
  it.each([2, 3, 4, 5, 6, 7, 8])('is erased by the next run of the job, after a failure at write %i', async (write) => {
    let writes = 0;
    table.fault = (name) => {
      if (name !== 'TransactWriteCommand') return null;
      writes += 1;
      return writes === write ? sdkError('InternalServerError') : null;
    };
    await erase('--confirm', NAME);
    expect([...leftOf(1)].sort()).toEqual(LEFT);
    expect(keysOf(table.items())).toEqual(expect.arrayContaining(keysOf(itemsOfWorkspace(2))));
    expect([failures, await certified()]).toEqual([1, deleted()]);
  });

  it.each([[[]], [['--confirm', NAME.toLowerCase()]], [['--confirm', one]]])(
    'is not erased with %j: its name confirms it',
    async (confirm) => {
      const before = table.items();
      await expect(erase(...confirm)).rejects.toThrow(`--confirm: must be the name of the workspace, "${NAME}".`);
      expect(table.items()).toEqual(before);
    },
  );

  it.each([STAGE_WORKSPACE_ID, 'ws_01K00000000000000000000009'])(
    'is not %s: that of the stage, or none',
    async (id) => {
      await newStageTenant();
      const before = table.items();
      const args = ['erase', '--workspace', id, '--person', 'everyone', '--confirm', 'Stage'];
      await expect(run(args)).rejects.toThrow(`There is no workspace ${id}.`);
      expect(table.items()).toEqual(before);
    },
  );
});

it('an entity of the stage has no workspace', () => {
  for (const entity of STAGE_ENTITIES) expect(JSON.stringify(ENTITIES[entity]), entity).not.toContain('workspace_id');
});
