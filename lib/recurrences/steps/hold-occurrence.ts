import { cancelPending } from '../../content/rules/schedule/cancellation.ts';
import { heldEntries, holdItem, releaseItem } from '../../content/rules/schedule/recurrence-hold.ts';
import { contentWrites, loadContentState } from '../../content/store/contents.ts';
import type { Write } from '../../core/table/commit.ts';
import { isLeftOutByPause, isUntouched, lostEveryAccount, type MadeOccurrence } from '../rules/occurrence-post.ts';
import { isLeftOut } from '../rules/progress.ts';
import type { HeldDate, Recurrence } from '../rules/recurrence.ts';
import { listMadeOccurrences } from '../store/made-occurrences.ts';
import { removeOccurrenceWrites } from './replace-occurrence.ts';

/**
 * Build the writes that hold the item of an occurrence, and return until which time. Null when a person has changed or
 * deleted the item since it was compared.
 */
export async function holdOccurrence(
  made: MadeOccurrence,
  nowMs: number,
): Promise<{ at: string; writes: Write[] } | null> {
  const state = made.content_id === null ? null : await loadContentState(made.workspace_id, made.content_id);
  if (!state || !isUntouched(state.content, made)) return null;
  const held = holdItem(state, nowMs);
  const at = held.content.recurrence?.held_at;
  return at === undefined ? null : { at, writes: contentWrites(state, held) };
}

/** How a held date is released. `isMadeAgain`: its item is removed, so that another one is made. */
export interface Release {
  writes: Write[];
  isMadeAgain: boolean;
}

/**
 * Build the writes that release the item of a held date: it is due at its time, or cancelled if it is left out. One that
 * was cancelled because its account was deleted, or which an earlier resumption has left out, is made again. None when the
 * item has left the pause: a person has moved, published, cancelled or deleted it.
 */
export async function releaseOccurrence(recurrence: Recurrence, held: HeldDate, nowMs: number): Promise<Release> {
  const made = (await listMadeOccurrences(recurrence, held.date)).find(({ date }) => date === held.date);
  const state = made?.content_id ? await loadContentState(made.workspace_id, made.content_id) : null;
  if (!made || !state) return { writes: [], isMadeAgain: false };
  const entries = heldEntries(state);
  const isOver = isLeftOut(recurrence, held);
  if (entries.length === 0) {
    const isMadeAgain = !isOver && recurrence.status === 'active';
    const isRemovable = isLeftOutByPause(state.content, made)
      ? isLeftOutByPause
      : lostEveryAccount(recurrence, state.content) && isUntouched;
    const removed = isMadeAgain && isRemovable ? await removeOccurrenceWrites(made, nowMs, isRemovable) : null;
    return { writes: removed ?? [], isMadeAgain: removed !== null };
  }
  const next = isOver
    ? cancelPending({ ...state, entries }, 'cancelled', nowMs, 'recurrence_paused')
    : releaseItem(state, nowMs);
  return { writes: contentWrites(state, next), isMadeAgain: false };
}
