import { randomBytes } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { newContent } from '../../../lib/content/rules/change/new-content.ts';
import { toContentView } from '../../../lib/content/rules/view/content-view.ts';
import { contentWrites } from '../../../lib/content/store/contents.ts';
import type { Write } from '../../../lib/core/table/commit.ts';
import { type IdKind, makeId } from '../../../lib/core/values/id.ts';
import { eventWrite } from '../../../lib/webhooks/store/events.ts';
import { type MeteredStack, startMeteredStack } from '../../../tools/cost-model/usage-meter/metered-stack.ts';
import { newTenant } from '../../../tools/cost-model/usage-meter/tenant.ts';
import { number, table } from '../../../tools/markdown/markdown.ts';
import { atMost, goalCells } from '../goal.ts';

const SIZES = [1_000, 30_000] as const;
// The last that can be requested by its number, of 20 items: a cursor reaches those beyond.
const DEEP_PAGE = 100;
const LISTS = ['content', 'events'] as const;
const SPAN_MS = 20 * 86_400_000;
const BATCH = 25;
const AT_ONCE = 8;

/** The read units of three pages of a list: the first of a small and of a large tenant, and a deep one of the latter. */
export interface PageUnits {
  list: string;
  small: number;
  large: number;
  deep: number;
}

/** Measure the read units of pages with `from`, for tenants of 1,000 and of 30,000 items and events. */
export async function measureLists(): Promise<PageUnits[]> {
  const stack = await startMeteredStack();
  try {
    const [small, large] = [await seedTenant(stack, SIZES[0], 1), await seedTenant(stack, SIZES[1], 2)];
    const measured: PageUnits[] = [];
    for (const list of LISTS) {
      measured.push({
        list,
        small: await unitsOf(stack, small, list, 1),
        large: await unitsOf(stack, large, list, 1),
        deep: await unitsOf(stack, large, list, DEEP_PAGE),
      });
    }
    return measured;
  } finally {
    await stack.stop();
  }
}

/** Store a tenant with so many items and events, evenly over twenty days. Returns its token. */
async function seedTenant(stack: MeteredStack, size: number, index: number): Promise<string> {
  const { tenant, writes } = newTenant(index, Date.now(), {}, stack.encryptSecrets);
  await stack.seed(writes);
  const items = Array.from({ length: size }, (_, item) =>
    itemWrites(tenant, Date.now() - SPAN_MS * (item / size)),
  ).flat();
  const puts = items.flatMap((write) => ('put' in write ? [{ PutRequest: { Item: write.put } }] : []));
  const batches = Array.from({ length: Math.ceil(puts.length / BATCH) }, (_, batch) =>
    puts.slice(batch * BATCH, (batch + 1) * BATCH),
  );
  const store = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      await stack.table.send(new BatchWriteCommand({ RequestItems: { [stack.tableName]: batch } }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, store));
  return tenant.token;
}

function itemWrites({ workspaceId, ownerId }: { workspaceId: string; ownerId: string }, timeMs: number): Write[] {
  const newId = (kind: IdKind) => makeId(kind, timeMs, randomBytes(10));
  const owner = { id: newId('content'), workspaceId, userId: ownerId };
  const content = newContent({ title: 'Summer campaign', platforms: ['twitter'] }, owner, timeMs);
  const data = toContentView(content);
  const event = { id: newId('event'), workspace_id: workspaceId, type: 'content.created' as const, data };
  return [
    ...contentWrites(null, { content, entries: [] }),
    eventWrite({ ...event, timestamp: new Date(timeMs).toISOString() }),
  ];
}

/** The read units of a page, without those of the authentication, which an earlier request has done. */
async function unitsOf(stack: MeteredStack, token: string, list: string, page: number): Promise<number> {
  const from = new Date(Date.now() - 2 * SPAN_MS).toISOString();
  const path = `/v1/${list}?from=${from}&per_page=20`;
  await stack.request(200, 'GET', `${path}&page=1`, { token });
  const { reads } = await stack.measure(() => stack.request(200, 'GET', `${path}&page=${page}`, { token }));
  return reads;
}

/** Render the table of the lists. */
export function renderLists(measured: PageUnits[]): string {
  const goal = atMost(1.5);
  const deepGoal = atMost(3);
  const rows = measured.flatMap(({ list, small, large, deep }) => [
    [
      `\`GET /${list}\`, 30,000 items`,
      number(large),
      number(small),
      `${number(large / small, 2)}`,
      ...goalCells(large / small, goal),
    ],
    [
      `\`GET /${list}\`, page ${DEEP_PAGE}`,
      number(deep),
      number(large),
      `${number(deep / large, 2)}`,
      ...goalCells(deep / large, deepGoal),
    ],
  ]);
  return table(['page', 'read units', 'those of page 1 with 1,000 items, or of page 1', 'ratio', 'goal', 'met'], rows);
}
