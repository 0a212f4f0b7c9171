import type { ItemSlot } from '../../content/planning/item-plan.ts';
import { destinationsOf } from '../../content/rules/content-targets.ts';
import { listWarnings } from '../../content/rules/schedule/publish-warnings.ts';
import { toLocalView } from '../../content/rules/scheduled-local.ts';
import { loadContents } from '../../content/store/contents.ts';
import { splitIntoParts } from '../../core/stream/batches.ts';
import { isId } from '../../core/values/id.ts';
import { claimsOf, guardPeriodMs, isTooClose } from '../../duplicates/rules/content-claim.ts';
import type { PlannedItem } from '../../planning/steps/create-item.ts';
import { claimSlot, claimSlotAt } from '../../queues/rules/claim-slot.ts';
import type { Queue } from '../../queues/rules/queue.ts';
import { localTimeOfSlot } from '../../queues/rules/slot-times.ts';
import { unknownQueueError } from '../../queues/steps/claim-slot.ts';
import { findQueue } from '../../queues/store/find-queue.ts';
import type { Import } from '../rules/import.ts';
import { rowHash } from '../rules/row-identity.ts';
import { type RowReading, type RowRequest, rowRequest } from '../rules/row-request.ts';
import { problemsOf, type RowProblem, type RowResult, type RowStatus } from '../rules/row-result.ts';
import { loadImportKeys, loadImportRows } from '../store/import-rows.ts';
import { planRow } from './plan-row.ts';

/** What the check of a file has found so far: later rows depend on it. */
export interface CheckProgress {
  /** The row that has each hash. */
  seen: Record<string, number>;
  /** The slots that rows would take, by queue. */
  slots: Record<string, string[]>;
  /** What rows would publish, by account and content: the time, and the row. */
  claims: Record<string, [atMs: number, row: number][]>;
}

export const NOTHING_CHECKED: CheckProgress = { seen: {}, slots: {}, claims: {} };

/** A row to check: its number, its cells, and the item that it has become by a result file. */
export type CheckedCells = { row: number; cells: unknown[]; item: string | null };

type Row = CheckedCells & RowRequest & { hash: string };

const CONCURRENCY = 10;

/**
 * Check rows as if each were created, in order, and return their results. Nothing is stored: a row that would take a slot
 * of a queue takes it in `progress` only, as do what it would publish and its hash.
 */
export async function checkRows(
  each: Import,
  reading: RowReading,
  given: CheckedCells[],
  progress: CheckProgress,
  nowMs: number,
): Promise<RowResult[]> {
  const rows = given.map((row): Row => {
    const request = rowRequest(row.cells, reading);
    return { ...row, ...request, hash: rowHash(request) };
  });
  const { workspace_id } = each;
  const [made, keys] = await Promise.all([
    loadImportRows(
      each,
      rows.map(({ row }) => row),
    ),
    loadImportKeys(
      workspace_id,
      rows.map(({ hash }) => hash),
    ),
  ]);
  // A row of an export names its item, and so does one of a result file.
  const named = rows.flatMap(({ key, item }) =>
    [key, item].flatMap((id) => (id !== null && isId('content', id) ? [id] : [])),
  );
  const imported = [...keys.values()].map(({ content_id }) => content_id);
  const items = await loadContents(workspace_id, [...new Set([...imported, ...named])]);
  const present = new Set(items.map(({ id }) => id));
  const queues = new Map<string, Promise<Queue | null>>();
  const results: RowResult[] = [];
  for (const group of splitIntoParts(rows, CONCURRENCY)) {
    const isFree = ({ row, hash }: Row) => !made.has(row) && !present.has(keys.get(hash)?.content_id ?? '');
    // A row that takes a slot waits for those before it; all others are independent.
    const early = new Map(
      group
        .filter((row) => isFree(row) && row.body.queue === undefined && row.slot === null)
        .map((row) => [row.row, tryPlan(row)]),
    );
    // After the failure of an earlier row nothing awaits the others: a rejection would end the process.
    for (const plan of early.values()) plan.catch(() => {});
    for (const row of group) results.push(await resultOf(row, early.get(row.row)));
  }
  return results;

  async function tryPlan(row: Row): Promise<PlannedItem | RowProblem[]> {
    try {
      return await planRow(row, each, simulateSlot, nowMs);
    } catch (error) {
      return problemsOf(error, reading.mapping);
    }
  }

  async function simulateSlot(name: string, contentId: string, at: string | null): Promise<ItemSlot | null> {
    const found = queues.get(name) ?? findQueue(workspace_id, name);
    queues.set(name, found);
    const queue = await found;
    if (queue === null && at === null) throw unknownQueueError();
    if (queue === null) return null;
    const taken = (progress.slots[queue.id] ?? []).map((slot_at) => ({ content_id: slot_at, slot_at }));
    const filled = { ...queue, posts: [...queue.posts, ...taken] };
    const claimed =
      at === null ? claimSlot(filled, contentId, 'last', nowMs) : claimSlotAt(filled, contentId, at, nowMs);
    if (claimed === null) return null;
    const { slotAt } = claimed;
    return { queue, slotAt, local: localTimeOfSlot(queue, slotAt), writes: [] };
  }

  async function resultOf(row: Row, early: ReturnType<typeof tryPlan> | undefined): Promise<RowResult> {
    const base = baseOf(row);
    const existing = made.get(row.row);
    if (existing) {
      const { content_id, scheduled_at, scheduled_local } = existing;
      return { ...base, status: 'created', content_id, scheduled_at, scheduled_local };
    }
    const known = keys.get(row.hash);
    if (known && present.has(known.content_id)) {
      const where = known.import_id === each.id ? 'this import' : `the import ${known.import_id}`;
      return withProblem(
        base,
        'duplicate',
        'duplicate_row',
        `Row ${known.row} of ${where} has made this item.`,
        known.content_id,
      );
    }
    const first = progress.seen[row.hash];
    if (first !== undefined) {
      const what = row.key === null ? 'is the same' : 'has the same key';
      return withProblem(base, 'duplicate', 'duplicate_row', `Row ${first} of the file ${what}.`, null);
    }
    const planned = await (early ?? tryPlan(row));
    if (Array.isArray(planned)) {
      const isDuplicate = planned.some(({ code }) => code === 'duplicate_content');
      return { ...base, status: isDuplicate ? 'duplicate' : 'invalid', problems: planned };
    }
    const item = [row.item, row.key].find((id) => id !== null && present.has(id)) ?? null;
    if (item !== null) {
      const detail = 'The item that this row names by its id exists. Change it with PUT /v1/content/{id}.';
      return withProblem(base, 'duplicate', 'duplicate_row', detail, item);
    }
    return accept(row, base, planned);
  }

  function accept(row: Row, base: RowResult, { state, time, states }: PlannedItem): RowResult {
    const { content } = state;
    const claims = claimsOf(content, states.defaults, nowMs);
    const periodMs = guardPeriodMs(content, states.settings);
    const keyOf = ({ account, hash }: (typeof claims)[number]) => `${account} ${hash}`;
    const other = claims
      .flatMap((claim) => (progress.claims[keyOf(claim)] ?? []).map(([at_ms, by]) => ({ claim, at_ms, by })))
      .find(({ claim, at_ms }) => isTooClose(claim, { at_ms, is_draft: false }, periodMs));
    const planned = {
      ...base,
      ...{ title: content.title, platforms: content.platforms, queue_id: content.queue?.id ?? null },
      ...{ scheduled_at: time?.at ?? null, scheduled_local: toLocalView(time?.local) },
    };
    if (other) {
      const detail = `Row ${other.by} has the same content for the same account, too close in time.`;
      return withProblem(planned, 'duplicate', 'duplicate_content', detail, null);
    }
    progress.seen[row.hash] = row.row;
    if (content.queue) append(progress.slots, content.queue.id, content.queue.slot_at);
    for (const claim of claims) append(progress.claims, keyOf(claim), [claim.at_ms, row.row]);
    const targets = destinationsOf(content).map((each) => ({
      ...each,
      ...{ scheduledAt: time?.at ?? null, scheduledLocal: time?.local },
    }));
    const warnings = listWarnings(content, targets, states, nowMs).map(({ code, detail }) => ({ code, detail }));
    return { ...planned, status: 'valid', warnings };
  }
}

function append<T>(lists: Record<string, T[]>, name: string, value: T): void {
  lists[name] = [...(lists[name] ?? []), value];
}

function baseOf({ row, cells, key, hash, body }: Row): RowResult {
  return {
    ...{ row, key, hash, cells, status: 'invalid', title: typeof body.title === 'string' ? body.title : null },
    ...{ platforms: [], scheduled_at: null, scheduled_local: null, queue_id: null },
    ...{ warnings: [], problems: [], content_id: null },
  };
}

function withProblem(
  result: RowResult,
  status: RowStatus,
  code: string,
  detail: string,
  content_id: string | null,
): RowResult {
  return { ...result, status, problems: [{ field: null, column: null, code, detail, content_id }] };
}
