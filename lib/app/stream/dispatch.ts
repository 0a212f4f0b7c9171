import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { accountRemovalSteps } from '../../accounts/jobs.ts';
import { onAccountChanged } from '../../accounts/workers/account-changes.ts';
import { onEngagementsCreated } from '../../analytics/workers/aggregate-engagements.ts';
import { onInboundBatchChanged } from '../../analytics/workers/record-inbound-batch.ts';
import { onEntriesPublished, onPartsConfirmed } from '../../analytics/workers/track-published-post.ts';
import { remindOfLostApproval } from '../../content/workers/lost-approval.ts';
import { onReminderWritten } from '../../content/workers/reminder-emails.ts';
import { onContentRemoved } from '../../content/workers/remove-card-images.ts';
import { queueStepsOf } from '../../core/queue/step-job.ts';
import { changeTime, isExpiry, parseEach, parseImages, parseRecord } from '../../core/stream/stream-record.ts';
import type { AuditStamp } from '../../core/table/audit-stamp.ts';
import { actorOfChange } from '../../core/table/audit-stamps-and-tombstones.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { onContentMoved } from '../../duplicates/workers/moved-claims.ts';
import { exportSteps } from '../../exports/jobs.ts';
import { onExportErased } from '../../exports/workers/erased-exports.ts';
import { onCalendarFeedChanged, onFeedCreatorChanged } from '../../feeds/workers/removed-creators.ts';
import { haltReleaseSteps } from '../../halts/jobs.ts';
import { onInvitationChanged } from '../../identity/workers/invitation-emails.ts';
import { onApiKeyChanged, onMemberChanged } from '../../identity/workers/removed-members.ts';
import { onKeySecretIssued, onPasskeyChanged, onTokenReused } from '../../identity/workers/security-emails.ts';
import { onSignInRequested } from '../../identity/workers/sign-in-emails.ts';
import { importSteps } from '../../imports/jobs.ts';
import { onImportErased } from '../../imports/workers/erased-imports.ts';
import { onMediaChanged, onMediaDeletionRequested } from '../../media/workers/media-changes.ts';
import {
  onAccountNotified,
  onContentNotified,
  onEndpointNotified,
  onMemberRemoved,
} from '../../notifications/workers/notify-members.ts';
import { onEntryChanged } from '../../publishing/workers/entry-changes.ts';
import { queueSteps } from '../../queues/jobs.ts';
import { onQueuedContentChanged } from '../../queues/workers/release-slot.ts';
import { recurrenceSteps } from '../../recurrences/jobs.ts';
import { onRecurrenceCreatorRemoved } from '../../recurrences/workers/removed-creators.ts';
import { onMentionRenamed } from '../../recurrences/workers/renamed-mentions.ts';
import { onContentSearched } from '../../search/workers/content-changes.ts';
import { recoverySteps } from '../../webhooks/jobs.ts';
import { emitEngagementEvents, emitEventsOfChange } from '../../webhooks/workers/emit-events.ts';
import { onGrantorChanged } from '../../webhooks/workers/end-authorizations.ts';
import { onEndpointChanged, onWorkspaceChanged } from '../../webhooks/workers/endpoint-plan-sync.ts';
import { onDeliveryChanged } from '../../webhooks/workers/queue-deliveries.ts';
import { onHeartbeat } from '../sweep/heartbeat.ts';
import { accessChangeHandler } from './access-changes.ts';
import type { StreamEntity, StreamRecords } from './stream-records.ts';
import { SUBSCRIPTIONS, type Subscribed } from './subscriptions.ts';

/**
 * Handles one change. Runs again for a record that the stream delivers again, which must do no harm. `by` is who requested
 * the change, and null for a change by the service.
 */
type StreamHandler<T> = (before: T | null, after: T | null, nowMs: number, by: AuditStamp | null) => Promise<void>;

/** Handles new records together. Returns the error of each record that failed. */
type BatchHandler<T> = (records: T[]) => Promise<Map<T, unknown>>;
type BatchEntity = Subscribed<'batch'> | 'ScheduleEntry';

/**
 * The handlers of each entity, called in order. Events and the audit log need no row here.
 *
 * A record may be delivered again after newer ones. A handler therefore acts on the current item, or its effect does not
 * depend on the order: a write under an id derived from the change (events, deliveries, audit entries), a write on the
 * condition of the version in the image (sums), a message that names an item and leaves the decision to its consumer
 * (deliveries), or a final state (published posts, closed engagement windows).
 */
// biome-ignore format: one row per line is what makes it a table.
const STREAM_HANDLERS: { [E in Subscribed<'each'>]: StreamHandler<StreamRecords[E]>[] } = {
  Workspace:     [onWorkspaceChanged],
  WorkspaceSettings: [accessChangeHandler('WorkspaceSettings')],
  Member:        [onMemberChanged, onGrantorChanged, onMemberRemoved, onFeedCreatorChanged, onRecurrenceCreatorRemoved, accessChangeHandler('Member')],
  ApiKey:        [onApiKeyChanged, onGrantorChanged, onKeySecretIssued, onTokenReused],
  Passkey:       [onPasskeyChanged],
  Invitation:    [onInvitationChanged, accessChangeHandler('Invitation')],
  SignInRequest: [onSignInRequested],
  Content:       [onContentNotified, remindOfLostApproval, onContentRemoved, onQueuedContentChanged, onContentMoved, onContentSearched],
  ApprovalReminder: [onReminderWritten],
  ReviewLink:    [accessChangeHandler('ReviewLink')],
  ScheduleEntry: [onEntryChanged, onPartsConfirmed],
  Endpoint:      [onEndpointChanged, onEndpointNotified],
  Delivery:      [onDeliveryChanged],
  Recovery:      [queueStepsOf(recoverySteps)],
  Account:       [onAccountChanged, onAccountNotified, accessChangeHandler('Account')],
  WorkspaceApp:  [accessChangeHandler('WorkspaceApp')],
  AccountRemoval: [queueStepsOf(accountRemovalSteps)],
  MediaAsset:    [onMediaChanged],
  MediaDeletion: [onMediaDeletionRequested],
  Template:      [onMentionRenamed],
  Queue:         [queueStepsOf(queueSteps)],
  Recurrence:    [queueStepsOf(recurrenceSteps)],
  InboundBatch:  [onInboundBatchChanged],
  HaltRelease:   [queueStepsOf(haltReleaseSteps)],
  CalendarFeed:  [onCalendarFeedChanged],
  Export:        [onExportErased, queueStepsOf(exportSteps)],
  Import:        [onImportErased, queueStepsOf(importSteps)],
  Heartbeat:     [onHeartbeat],
};

// Of the changes of an entry, only its publication is batched: see `isBatched`.
const BATCH_HANDLERS: { [E in BatchEntity]: BatchHandler<StreamRecords[E]> } = {
  ScheduleEntry: onEntriesPublished,
  Engagement: (engagements) => onEngagementsCreated(engagements, emitEngagementEvents),
};

/** Emit the events of one change and call the handlers of its entity. Ignores expired items. */
export async function handleTableChange(record: DynamoDBRecord, nowMs: number): Promise<void> {
  const entity = entityOf(record);
  if (!entity || isExpiry(record)) return;
  const images = parseImages(record);
  const [before, after] = [parseRecord(images.before), parseRecord(images.after)];
  await emitEventsOfChange(entity, { before, after, changedAt: changeTime(record, nowMs) });
  const handlers = Object.hasOwn(STREAM_HANDLERS, entity)
    ? STREAM_HANDLERS[entity as keyof typeof STREAM_HANDLERS]
    : [];
  const by = actorOfChange(images.before, images.after);
  for (const handler of handlers) await handler(before as never, after as never, nowMs, by);
}

/**
 * Return whether a change is handled together with others of its entity: all changes of some entities, and of an entry
 * the one that makes its post live.
 */
export function isBatched(record: DynamoDBRecord): boolean {
  const entity = entityOf(record);
  if (entity === null || record.dynamodb?.NewImage === undefined) return false;
  if (entity === 'ScheduleEntry') return isPublication(record);
  return SUBSCRIPTIONS[entity].handlers === 'batch';
}

/**
 * Return whether a change is handled alone. The publication of a post has no other handler, unless a thread continues
 * after it.
 */
export function isSingle(record: DynamoDBRecord): boolean {
  return !isBatched(record) || record.dynamodb?.NewImage?.state?.S === 'continuing';
}

/** Return whether a post became live. The entry that resumes a thread is created with its post, which is live already. */
function isPublication({ dynamodb }: DynamoDBRecord): boolean {
  const { OldImage, NewImage } = dynamodb ?? {};
  if (!OldImage || !NewImage) return NewImage?.state?.S === 'published';
  return isLive(NewImage) && !isLive(OldImage);
}

function isLive({ state, published_at }: Record<string, AttributeValue>): boolean {
  return state?.S === 'published' || published_at?.S !== undefined;
}

/**
 * Handle batched changes, per entity, of several changes of one item the last. Returns the error of each change that
 * failed.
 */
export async function handleBatch(records: DynamoDBRecord[]): Promise<Map<DynamoDBRecord, unknown>> {
  const failures = new Map<DynamoDBRecord, unknown>();
  const sources = new Map<object, DynamoDBRecord>();
  const latest = new Map(records.map((record) => [canonicalJson(record.dynamodb?.Keys), record]));
  const byEntity = Map.groupBy(latest.values(), (record) => entityOf(record) as BatchEntity);
  await Promise.all(
    [...byEntity].map(async ([entity, group]) => {
      const parse = (record: DynamoDBRecord) => {
        const after = parseRecord<StreamRecords[BatchEntity]>(parseImages(record).after)!;
        sources.set(after, record);
        return after;
      };
      // `entity` decides the type of the records, which TypeScript cannot follow through the union.
      const failed: Map<object, unknown> = await BATCH_HANDLERS[entity](parseEach(group, parse, failures) as never);
      for (const [after, error] of failed) failures.set(sources.get(after)!, error);
    }),
  );
  return failures;
}

/** Return the entity of a change. Null for an entity without a subscription. */
function entityOf({ dynamodb }: DynamoDBRecord): StreamEntity | null {
  const name = (dynamodb?.NewImage ?? dynamodb?.OldImage)?.entity?.S ?? '';
  return Object.hasOwn(SUBSCRIPTIONS, name) ? (name as StreamEntity) : null;
}
