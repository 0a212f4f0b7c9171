import { loadAccounts } from '../../accounts/store/accounts.ts';
import { ContentCreate } from '../../content/api/content/requests.ts';
import type { ItemSlot } from '../../content/planning/item-plan.ts';
import { titledBy } from '../../content/rules/text/text-alias.ts';
import { publicationTimeOf } from '../../content/steps/publication-time.ts';
import { idEntropy } from '../../core/crypto/entropy.ts';
import { fieldError, validationError } from '../../core/problems/request-errors.ts';
import { type IdKind, makeId } from '../../core/values/id.ts';
import { parseWith } from '../../identity/pipeline/validate.ts';
import { type PlannedItem, planItem } from '../../planning/steps/create-item.ts';
import { MAX_SLOT_DAYS } from '../../queues/rules/slot-times.ts';
import type { Import } from '../rules/import.ts';
import type { RowRequest } from '../rules/row-request.ts';
import { authorOf } from './import-author.ts';

/** Chooses the slot of a row: the next one of a queue, or the one at a time, which is null where it is not free. */
export type ClaimOfRow = (queue: string, contentId: string, at: string | null) => Promise<ItemSlot | null>;

/** Plan the item of a row. Throws the problem of its request. */
export async function planRow(
  { body, slot, exportedAccounts = [], keepsTexts = false, errors }: RowRequest,
  each: Import,
  claim: ClaimOfRow,
  nowMs: number,
): Promise<PlannedItem> {
  const parsed = parseWith(ContentCreate, body);
  const found = [...errors, ...('errors' in parsed ? parsed.errors : [])];
  if (found.length > 0 || 'errors' in parsed) throw validationError(found);
  const planned = await planItem(titledBy(parsed.data), {
    author: authorOf(each),
    nowMs,
    keepsTexts,
    newId: (kind: IdKind) => makeId(kind, nowMs, idEntropy(10)),
    chooseSlot: async ({ queue, scheduled_at }, id) => {
      if (queue != null) return claim(queue, id, null);
      if (slot === null || scheduled_at === undefined) return null;
      const terms = { maxDays: MAX_SLOT_DAYS };
      return claim(slot.queue, id, (await publicationTimeOf(each.workspace_id, scheduled_at, nowMs, terms)).at);
    },
  });
  await assertSameAccounts(planned, each.workspace_id, exportedAccounts);
  return planned;
}

/** Throw 422 for an exported post of an account that is still connected, where another one is the default account now. */
async function assertSameAccounts({ state }: PlannedItem, workspaceId: string, exported: string[]): Promise<void> {
  const planned = new Set(Object.values(state.content.targets).map(({ account_id }) => account_id));
  const others = exported.filter((id) => !planned.has(id));
  const [connected] = others.length === 0 ? [] : [...(await loadAccounts(workspaceId, others)).keys()];
  if (connected === undefined) return;
  const detail = `The post was planned for ${connected}, which is not the default account. Name it in accounts, or empty the cell.`;
  throw fieldError('/targets', 'other_account', detail);
}
