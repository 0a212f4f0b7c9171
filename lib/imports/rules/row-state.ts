import type { FieldError } from '../../core/problems/request-errors.ts';
import { type ColumnMapping, columnName } from './import-columns.ts';

/** How an import treats a row by its state in Postiz: as a planned post, a draft, or a problem. */
export type RowState = 'planned' | 'draft' | FieldError;

// What an import must not publish: it is live already, or its outcome is unknown.
const REJECTED: Record<string, { code: string; detail: string }> = {
  published: {
    code: 'published_elsewhere',
    detail: 'The other product has published this post. Change the state to DRAFT or QUEUE to publish it again.',
  },
  error: {
    code: 'failed_elsewhere',
    detail:
      'The other product has tried to publish this post. Make sure it is not live, then change the state to QUEUE or DRAFT.',
  },
};

/** Read the state of a row. A row without one is planned like any other. */
export function readState(text: string | undefined): RowState {
  const state = text?.toLowerCase() ?? 'queue';
  if (state === 'queue') return 'planned';
  if (state === 'draft') return 'draft';
  const unknown = { code: 'invalid_state', detail: 'Must be QUEUE, DRAFT, PUBLISHED or ERROR.' };
  return { pointer: '/state', ...(Object.hasOwn(REJECTED, state) ? REJECTED[state]! : unknown) };
}

/**
 * Return whether a row of any file says in an unmapped column `status` that it is a draft, as an export, a plan of the
 * command line and people write it.
 */
export function isMarkedAsDraft(
  cells: readonly unknown[],
  { columns, mapping }: { columns: readonly string[]; mapping: ColumnMapping },
): boolean {
  const isDraft = (cell: unknown) => typeof cell === 'string' && cell.trim().toLowerCase() === 'draft';
  const isStatus = (column: string) => columnName(column) === 'status' && !Object.values(mapping).includes(column);
  return cells.some((cell, index) => isDraft(cell) && isStatus(columns[index]!));
}
