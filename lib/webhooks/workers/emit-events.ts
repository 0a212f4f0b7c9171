import { createHash } from 'node:crypto';
import { contentEntity } from '../../content/entities/contents.ts';
import { insert } from '../../core/table/insert.ts';
import { makeId } from '../../core/values/id.ts';
import { STAGE_WORKSPACE_ID } from '../../identity/rules/stage.ts';
import { loadWorkspace } from '../../identity/store/workspaces.ts';
import { withLabelName, withLabelNames } from '../../labels/store/label-names.ts';
import { linkRulesEntity } from '../../link-rules/entities/link-rules.ts';
import { type DomainEventDraft, deriveEvents, type RecordChange } from '../events/derive-events.ts';
import { isOfStage, outlives } from '../events/event-permissions.ts';
import type { Event } from '../rules/event.ts';
import { isSelected } from '../rules/stage-endpoint.ts';
import { isRegisteredBefore, isSubscribed } from '../rules/webhook-endpoint.ts';
import { eventItem } from '../store/events.ts';
import { stageEndpoints } from '../store/stage-receivers.ts';
import { loadEndpoints } from '../store/webhook-endpoints.ts';
import { queueFirstAttempt } from './queue-deliveries.ts';

/** Write the events that follow from a change, and queue their deliveries. */
export async function emitEventsOfChange(entity: string, change: RecordChange): Promise<void> {
  const record = (change.after ?? change.before) as { workspace_id?: string; id?: string } | null;
  // A heartbeat belongs to no workspace.
  const workspaceId = record?.workspace_id ?? record?.id;
  if (workspaceId === undefined) return;
  const derived = deriveEvents(entity, change);
  const [ofStage, drafts] = [
    derived.filter(({ type }) => isOfStage(type)),
    derived.filter(({ type }) => !isOfStage(type)),
  ];
  // A stage without a stage key has no reader of them.
  if (ofStage.length > 0 && (await loadWorkspace(STAGE_WORKSPACE_ID))) await emitEvents(STAGE_WORKSPACE_ID, ofStage);
  // An erasure deletes the workspace first. What it deletes then is not reported to anyone, or stored again.
  if (change.after === null && drafts.length > 0 && !(await loadWorkspace(workspaceId))) return;
  await emitEvents(workspaceId, await withNames(workspaceId, entity, drafts));
}

/** Put the names of labels into the events of items and of link rules, as they are when their change is handled. */
async function withNames(workspaceId: string, entity: string, drafts: DomainEventDraft[]): Promise<DomainEventDraft[]> {
  if (entity === contentEntity.name) return withNamedLabels(workspaceId, drafts);
  if (entity !== linkRulesEntity.name) return drafts;
  const rules = await withLabelName(
    workspaceId,
    drafts.map(({ data }) => data as typeof data & { label: string | null }),
  );
  return drafts.map((draft, index) => ({ ...draft, data: rules[index]! }));
}

async function withNamedLabels(workspaceId: string, drafts: DomainEventDraft[]): Promise<DomainEventDraft[]> {
  const named = drafts.filter(({ data }) => data.labels !== undefined);
  const data = await withLabelNames(
    workspaceId,
    named.map((draft) => draft.data),
  );
  return drafts.map((draft) => ({ ...draft, data: data[named.indexOf(draft)] ?? draft.data }));
}

/** Write the events that follow from new engagements of one workspace, and queue their deliveries. */
export async function emitEngagementEvents(workspaceId: string, engagements: { received_at: string }[]): Promise<void> {
  const toChange = (after: { received_at: string }) => ({ before: null, after, changedAt: after.received_at });
  await emitEvents(
    workspaceId,
    engagements.flatMap((each) => deriveEvents('Engagement', toChange(each))),
  );
}

/**
 * Write events of a workspace, and queue one delivery of each per subscribed endpoint of the workspace and of the stage. Ids
 * are derived from the time and the cause, so a repeated call writes nothing new and queues the same deliveries again, which
 * their records decide.
 */
async function emitEvents(workspaceId: string, drafts: DomainEventDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const isOfStage = workspaceId === STAGE_WORKSPACE_ID;
  const [endpoints, ofStage] = await Promise.all([
    isOfStage ? [] : loadEndpoints(workspaceId),
    isOfStage ? loadEndpoints(STAGE_WORKSPACE_ID) : stageEndpoints(Date.now()),
  ]);
  for (const { type, dedupKey, timestamp, data, workspaceId: about } of drafts) {
    const atMs = Date.parse(timestamp);
    const id = makeId('event', atMs, digest(workspaceId, dedupKey));
    const event: Event = { id, workspace_id: workspaceId, type, timestamp, data, ...(about && { about }) };
    await insert(eventItem(event, { isListed: ofStage !== null, outlives: outlives(type) }));
    const subscribed = [...endpoints, ...(ofStage ?? []).filter((each) => isSelected(each, event))].filter(
      (each) => isSubscribed(each, type) && isRegisteredBefore(each, timestamp),
    );
    await Promise.all(subscribed.map((endpoint) => queueFirstAttempt(event, endpoint)));
  }
}

function digest(...parts: string[]): Uint8Array {
  return createHash('sha256').update(parts.join('\n')).digest();
}
