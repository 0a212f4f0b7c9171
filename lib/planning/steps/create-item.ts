import type * as z from 'zod/mini';
import type { PublishingStates } from '../../accounts/rules/publish-limit.ts';
import type { ContentCreate } from '../../content/api/content/requests.ts';
import { agentOf, assertAgentDraft } from '../../content/rules/agent-draft.ts';
import type { ContentState } from '../../content/rules/content.ts';
import { assertPublishable } from '../../content/rules/content-validation.ts';
import { assertFewWrites, type Label } from '../../content/rules/labels.ts';
import { newContent } from '../../content/rules/new-content.ts';
import type { PublicationTime } from '../../content/rules/scheduled-local.ts';
import type { titledBy } from '../../content/rules/text-alias.ts';
import { loadDestinations } from '../../content/steps/named-accounts.ts';
import { publicationTimeOf } from '../../content/steps/publication-time.ts';
import { requestedLabels } from '../../content/steps/requested-labels.ts';
import { loadRequestedMedia } from '../../content/steps/requested-media.ts';
import type { Write } from '../../core/table/commit.ts';
import type { IdKind } from '../../core/values/id.ts';
import type { Caller } from '../../identity/pipeline/request-context.ts';
import { claimSlot, queuedDestinations } from '../../queues/steps/claim-slot.ts';
import { assertProposedQueue } from '../../queues/steps/proposed-queue.ts';
import { type ClaimedSlot, slotWrites } from '../../queues/steps/slot-writes.ts';
import { applyTemplates } from '../../templates/rules/apply-templates.ts';
import { loadNamedTemplates, namedAccountIds } from '../../templates/steps/named-templates.ts';
import { scheduleNewItem } from './schedule-new-item.ts';

/** The fields of `POST /content`. */
export type ItemRequest = ReturnType<typeof titledBy<z.infer<typeof ContentCreate>>>;

/** Who creates an item: what of a caller decides about it. */
export type ItemAuthor = Pick<Caller, 'userId' | 'clientId' | 'keyName' | 'permissions' | 'agent'> & {
  workspace: Pick<Caller['workspace'], 'id'>;
};

interface ItemTerms {
  author: ItemAuthor;
  nowMs: number;
  newId: (kind: IdKind) => string;
  /** Chooses the slot of a request that names a queue, for the id of the item; by default the queue decides. */
  claim?: (request: ItemRequest, contentId: string) => Promise<ClaimedSlot | null>;
  /** Whether the texts of the request are those of an item, in which what looks like a saved mention is text. */
  keepsTexts?: boolean;
}

/** A new item, its time, and the writes that create it. Nothing is stored yet. */
export interface PlannedItem {
  state: ContentState;
  time: PublicationTime | null;
  states: PublishingStates;
  createdLabels: Label[];
  writes: Write[];
}

/**
 * Create an item from the fields of `POST /content`, and schedule it when they name a time or a queue. Everything that is
 * created from a request passes here, so that templates, labels, link rules, slots and the duplicate guard apply to each.
 * Throws the problem of the request.
 */
export async function planItem(request: ItemRequest, terms: ItemTerms): Promise<PlannedItem> {
  const { author, nowMs, newId } = terms;
  const workspaceId = author.workspace.id;
  const owner = { id: newId('content'), workspaceId, userId: author.userId, agent: agentOf(author) };
  const claim = terms.claim ?? ((each, id) => claimSlot(workspaceId, each, id, nowMs));
  const templates = await loadNamedTemplates(author, request, terms.keepsTexts);
  const slot = await claim(request, owner.id);
  const destinations = await queuedDestinations(workspaceId, request, slot);
  const { platforms } = destinations;
  const [{ accounts, states }, files, named] = await Promise.all([
    loadDestinations(workspaceId, {
      platforms,
      accounts: namedAccountIds(request, templates, platforms) ?? destinations.accounts,
    }),
    loadRequestedMedia({ workspaceId, agent: author.agent }, request),
    requestedLabels(request, owner, newId, nowMs),
  ]);
  const completed = applyTemplates({ ...request, ...files }, templates, { platforms, current: null });
  const fields = { ...request, ...destinations, ...files, ...completed, accounts, ...named.fields };
  const written = newContent(fields, owner, nowMs);
  assertAgentDraft(author, request, written);
  await assertProposedQueue(author, request.metadata);
  assertPublishable(written, written.platforms, { isDraft: request.scheduled_at === undefined && !slot });
  const { scheduled_at: asked } = request;
  const { settings } = states;
  const given = asked === undefined || slot ? null : await publicationTimeOf(workspaceId, asked, nowMs, { settings });
  const time = slot ? { at: slot.slotAt, local: slot.local } : given;
  const guard = { caller: author, allowDuplicate: request.allow_duplicate, ...states, nowMs };
  const planned = await scheduleNewItem(written, time, { guard, created: named.created, slot, newId });
  const { state } = planned;
  const writes = [...planned.writes, ...(await slotWrites(null, state.content, slot))];
  if (named.writes.length > 0) assertFewWrites(named.writes.length + writes.length);
  return { state, time, states, createdLabels: named.created, writes: [...named.writes, ...writes] };
}
