import { randomBytes } from 'node:crypto';
import type { PublishingStates } from '../../accounts/rules/publish-limit.ts';
import { assertPublishable } from '../../content/rules/change/content-validation.ts';
import { newContent } from '../../content/rules/change/new-content.ts';
import type { Content } from '../../content/rules/content.ts';
import { loadDestinations } from '../../content/steps/named-accounts.ts';
import { ApiError } from '../../core/problems/define-problem.ts';
import type { Write } from '../../core/table/commit.ts';
import { type IdKind, makeId } from '../../core/values/id.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { scheduleNewItem } from '../../planning/steps/schedule-new-item.ts';
import { type MadeOccurrence, madeHash, postOf, variationsFor } from '../rules/occurrence-post.ts';
import type { Occurrence } from '../rules/occurrences.ts';
import type { Problem, Recurrence } from '../rules/recurrence.ts';
import { cooldownAt } from './cooldown.ts';
import { makerOf, withMentions } from './mentioned-post.ts';

/** The outcome of a date: an item with its writes, or why there is none. */
export interface Outcome {
  made: MadeOccurrence;
  writes: Write[];
}

/** The problem of a date whose texts are all in their cooldown. */
export const IN_COOLDOWN = 'in_cooldown';

/** Make the item of an occurrence as a request would, or return why it cannot be made. Throws what a retry may resolve. */
export async function makeOccurrence(recurrence: Recurrence, occurrence: Occurrence, nowMs: number): Promise<Outcome> {
  const without = (problem: Problem) => ({ made: decided(recurrence, occurrence, nowMs, { problem }), writes: [] });
  if (Date.parse(occurrence.at) <= nowMs) {
    return without({ code: 'time_in_past', detail: 'The time had passed before the item was made.' });
  }
  try {
    return await makeItem(recurrence, occurrence, nowMs);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return without(problemOf(error));
  }
}

async function makeItem(recurrence: Recurrence, occurrence: Occurrence, nowMs: number): Promise<Outcome> {
  const { workspace_id, platforms, accounts } = recurrence;
  const { states } = await loadDestinations(workspace_id, { platforms, accounts: accounts.map(({ id }) => id) });
  const newId = (kind: IdKind) => makeId(kind, nowMs, randomBytes(10));
  const id = newId('content');
  const found = await chooseVariation(recurrence, occurrence, id, states, nowMs);
  if (!found) {
    const detail = `The account publishes each of its texts within ${recurrence.cooldown_posts} posts of this time.`;
    return { made: decided(recurrence, occurrence, nowMs, { problem: { code: IN_COOLDOWN, detail } }), writes: [] };
  }
  const planned = await scheduleNewItem(found.content, occurrence, { states, nowMs, newId });
  const made = decided(recurrence, occurrence, nowMs, { content_id: id, ...found.made });
  return { made, writes: planned.writes };
}

/** An item with one of the texts of an occurrence, and what is stored of it. */
interface Candidate {
  content: Content;
  made: Pick<MadeOccurrence, 'variation' | 'made_hash' | 'settings_hash'>;
}

/** Return the item with the first of the texts of an occurrence that is not in its cooldown, or null. */
async function chooseVariation(
  recurrence: Recurrence,
  occurrence: Occurrence,
  id: string,
  { defaults }: PublishingStates,
  nowMs: number,
): Promise<Candidate | null> {
  const candidates = await Promise.all(
    variationsFor(recurrence, occurrence.number).map((each) => candidateOf(recurrence, occurrence, id, each, nowMs)),
  );
  const { cooldown_posts: posts } = recurrence;
  const isRepeated =
    posts === null ? () => false : await cooldownAt(candidates[0]!.content, occurrence.at, { posts, defaults });
  const found = candidates.find(({ content }) => !isRepeated(content));
  if (!found) return null;
  assertPublishable(found.content, found.content.platforms, { isDraft: false });
  return found;
}

async function candidateOf(
  recurrence: Recurrence,
  occurrence: Occurrence,
  id: string,
  variation: number,
  nowMs: number,
): Promise<Candidate> {
  const { workspace_id: workspaceId, created_by: userId } = recurrence;
  const written = postOf(recurrence, variation);
  const post = await withMentions(makerOf(recurrence), written);
  const { description, ...fields } = post;
  const item = newContent(fields, { id, workspaceId, userId }, nowMs);
  const content = { ...item, description, recurrence: { id: recurrence.id, date: occurrence.date } };
  const made_hash = madeHash(post, occurrence);
  const settings_hash = madeHash(written, occurrence);
  return { content, made: { variation, made_hash, ...(settings_hash === made_hash ? {} : { settings_hash }) } };
}

function decided(
  { id, workspace_id }: Recurrence,
  { date, at }: Occurrence,
  nowMs: number,
  result: Partial<Pick<MadeOccurrence, 'content_id' | 'variation' | 'made_hash' | 'settings_hash' | 'problem'>>,
): MadeOccurrence {
  const none = { content_id: null, variation: 0, made_hash: null, problem: null };
  return { recurrence_id: id, workspace_id, date, at, ...none, ...result, created_at: formatInstant(nowMs) };
}

/** Return the rule that an item violates, or the code of another problem. */
function problemOf(error: ApiError): Problem {
  const [violation] = (error.extensions.errors ?? []) as { code: string; detail: string }[];
  return violation ? { code: violation.code, detail: error.message } : { code: error.code, detail: error.message };
}
