import type { FieldError } from '../../core/problems/request-errors.ts';
import { isObject } from '../../core/values/is-object.ts';
import { type Platform, resolveAlias } from '../../platforms/platform.ts';
import { readJsonCell } from './cell-limits.ts';

/** What a row of an export says about its item besides the fields of a request. */
export interface ExportedItem {
  /** The accounts of the posts that the row plans again. */
  accounts: string[];
  errors: FieldError[];
}

const OTHER_STATES: FieldError = {
  pointer: '/targets',
  code: 'targets_differ',
  detail:
    'The posts of this item differ in their status or their time, and a row plans all of them for one time. Leave only the platforms and accounts to publish in the row, or empty the cell.',
};
const HELD: FieldError = {
  pointer: '/recurrence',
  code: 'recurrence_paused',
  detail: 'A paused recurrence holds this item. Empty the cell to publish the row outside of the recurrence.',
};

/**
 * Read the cells `targets` and `recurrence` of a row of an export. A row plans one post for each of its platforms and
 * accounts, all at one time: one that is live or cancelled would be published again, and another one at a wrong time.
 */
export function readExportedItem(
  cells: { targets: unknown; recurrence: unknown },
  { platforms, accounts }: { platforms: unknown; accounts: unknown },
): ExportedItem {
  const ofRow: unknown[] = listOf(platforms).map((name) => resolveAlias(name as Platform));
  const named = new Set(listOf(accounts));
  const all = listOf(cells.targets)
    .filter(isObject)
    .filter(({ platform }) => ofRow.length === 0 || ofRow.includes(platform));
  const withNamed = new Set(all.filter(({ account_id }) => named.has(account_id)).map(({ platform }) => platform));
  const targets = all.filter(({ platform, account_id }) => named.has(account_id) || !withNamed.has(platform));
  const pending = targets.filter(({ status }) => status === 'pending');
  const times = new Set(pending.map(({ scheduled_at }) => scheduled_at));
  const differ = pending.length > 0 && (pending.length < targets.length || times.size > 1);
  const recurrence = readCell(cells.recurrence);
  const isHeld = pending.length > 0 && isObject(recurrence) && recurrence.held === true;
  return {
    accounts: pending.flatMap(({ account_id }) => (typeof account_id === 'string' ? account_id : [])),
    errors: [...(differ ? [OTHER_STATES] : []), ...(isHeld ? [HELD] : [])],
  };
}

function listOf(cell: unknown): unknown[] {
  const value = readCell(cell);
  return Array.isArray(value) ? value : [];
}

function readCell(cell: unknown): unknown {
  return typeof cell === 'string' ? readJsonCell(cell) : cell;
}
