import { ContentCreate } from '../../content/api/content/requests.ts';
import { claimsOf, guardPeriodMs, isTooClose } from '../../content/rules/content-claim.ts';
import { destinationsOf } from '../../content/rules/content-targets.ts';
import { listWarnings } from '../../content/rules/publish-warnings.ts';
import { toLocalView } from '../../content/rules/scheduled-local.ts';
import { loadContents } from '../../content/store/contents.ts';
import { idEntropy } from '../../core/crypto/entropy.ts';
import { validationError } from '../../core/problems/api-error.ts';
import { splitIntoParts } from '../../core/stream/batches.ts';
import { type IdKind, makeId } from '../../core/values/id.ts';
import { parseWith } from '../../identity/pipeline/validate.ts';
import { type PlannedItem, planItem } from '../../planning/steps/create-item.ts';
import { claimSlot } from '../../queues/rules/claim-slot.ts';
import type { Queue } from '../../queues/rules/queue.ts';
import { localTimeOfSlot } from '../../queues/rules/slot-times.ts';
import { requestedQueue } from '../../queues/steps/claim-slot.ts';
import type { ClaimedSlot } from '../../queues/steps/slot-writes.ts';
import type { Import } from '../rules/import.ts';
import { rowHash } from '../rules/row-identity.ts';
import { type RowReading, type RowRequest, rowRequest } from '../rules/row-request.ts';
import { problemsOf, type RowProblem, type RowResult, type RowStatus } from '../rules/row-result.ts';
import { loadImportKeys, loadImportRows } from '../store/import-rows.ts';
import { authorOf } from './import-author.ts';

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

/** A row to check: its number and its cells. */
export type CheckedCells = { row: number; cells: unknown[] };

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
  const items = await loadContents(
    workspace_id,
    [...keys.values()].map(({ content_id }) => content_id),
  );
  const present = new Set(items.map(({ id }) => id));
  const queues = new Map<string, Promise<Queue>>();
  const results: RowResult[] = [];
  for (const group of splitIntoParts(rows, CONCURRENCY)) {
    const isFree = ({ row, hash }: Row) => !made.has(row) && !present.has(keys.get(hash)?.content_id ?? '');
    // A row that takes a slot waits for those before it; all others are independent.
    const early = new Map(
      group.filter((row) => isFree(row) && row.body.queue === undefined).map((row) => [row.row, tryPlan(row)]),
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

  async function simulateSlot(name: string, contentId: string): Promise<ClaimedSlot> {
    const found = queues.get(name) ?? requestedQueue(workspace_id, name);
    queues.set(name, found);
    const queue = await found;
    const taken = (progress.slots[queue.id] ?? []).map((slot_at) => ({ content_id: slot_at, slot_at }));
    const { slotAt } = claimSlot({ ...queue, posts: [...queue.posts, ...taken] }, contentId, 'last', nowMs);
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

/** Plan the item of a row. `claim` chooses its slot. Throws the problem of its request. */
export async function planRow(
  { body, errors }: RowRequest,
  each: Import,
  claim: (queue: string, contentId: string) => Promise<ClaimedSlot | null>,
  nowMs: number,
): Promise<PlannedItem> {
  const parsed = parseWith(ContentCreate, body);
  const found = [...errors, ...('errors' in parsed ? parsed.errors : [])];
  if (found.length > 0 || 'errors' in parsed) throw validationError(found);
  return planItem(parsed.data, {
    author: authorOf(each),
    nowMs,
    newId: (kind: IdKind) => makeId(kind, nowMs, idEntropy(10)),
    claim: async ({ queue }, id) => (queue === undefined ? null : claim(queue, id)),
  });
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
