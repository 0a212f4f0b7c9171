import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Account } from '../../domain/accounts/account.ts';
import type { Engagement } from '../../domain/analytics/engagement-ingestion.ts';
import type { EngagementWindow } from '../../domain/analytics/engagement-window.ts';
import type { MetricsDelta } from '../../domain/analytics/post-metrics.ts';
import type { Content } from '../../domain/content/content.ts';
import type { ScheduleEntry } from '../../domain/content/schedule-entry.ts';
import type { Invitation } from '../../domain/identity/invitation.ts';
import type { Workspace } from '../../domain/identity/workspace.ts';
import type { Recovery } from '../../domain/webhooks/recovery.ts';
import type { Delivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import type { Entity } from '../../table/entities.ts';
import { fromItem, type Item } from '../../table/schema.ts';
import { onEngagementWindowChanged } from '../jobs/engagement-windows.ts';
import { onDeliveryChanged } from '../webhooks/deliver-webhook.ts';
import { onAccountChanged } from './account-changes.ts';
import { onEngagementsCreated } from './aggregate-engagements.ts';
import { emitContentEvents } from './emit-events.ts';
import { onEndpointChanged, onWorkspaceChanged } from './endpoint-plan-sync.ts';
import { onInvitationChanged } from './invitation-emails.ts';
import { onEntryChanged } from './publish-schedules.ts';
import { onRecoveryChanged } from './recover-deliveries.ts';
import { onEntryPublished, onMetricsDelta } from './track-published-post.ts';

type StreamHandler = (before: Item | null, after: Item | null, nowMs: number) => Promise<void>;

/** What follows from a change, by the kind of item that changed. Each may run twice without harm. */
const STREAM_HANDLERS: Partial<Record<Entity, StreamHandler[]>> = {
  Workspace: [
    (before, after) => onWorkspaceChanged(parseRecord<Workspace>(before), parseRecord<Workspace>(after)),
  ],
  Content: [(before, after) => emitContentEvents(parseRecord<Content>(before), parseRecord<Content>(after))],
  ScheduleEntry: [
    (before, after, nowMs) =>
      onEntryChanged(parseRecord<ScheduleEntry>(before), parseRecord<ScheduleEntry>(after), nowMs),
    (before, after) =>
      onEntryPublished(parseRecord<ScheduleEntry>(before), parseRecord<ScheduleEntry>(after)),
  ],
  Account: [(before, after) => onAccountChanged(parseRecord<Account>(before), parseRecord<Account>(after))],
  Invitation: [(_before, after, nowMs) => onInvitationChanged(parseRecord<Invitation>(after), nowMs)],
  Endpoint: [
    (before, after) =>
      onEndpointChanged(parseRecord<WebhookEndpoint>(before), parseRecord<WebhookEndpoint>(after)),
  ],
  Delivery: [
    (before, after, nowMs) =>
      onDeliveryChanged(parseRecord<Delivery>(before), parseRecord<Delivery>(after), nowMs),
  ],
  Recovery: [(_before, after, nowMs) => onRecoveryChanged(parseRecord<Recovery>(after), nowMs)],
  MetricsDelta: [
    (before, after) => onMetricsDelta(parseRecord<MetricsDelta>(before), parseRecord<MetricsDelta>(after)),
  ],
  EngagementWindow: [(_before, after) => onEngagementWindowChanged(parseRecord<EngagementWindow>(after))],
};

/** Does what follows from one change of the table. */
export async function handleTableChange(change: DynamoDBRecord, nowMs: number): Promise<void> {
  const before = parseImage(change.dynamodb?.OldImage);
  const after = parseImage(change.dynamodb?.NewImage);
  const entity = (after ?? before)?.entity as Entity | undefined;
  for (const follow of (entity && STREAM_HANDLERS[entity]) ?? []) await follow(before, after, nowMs);
}

/** Whether a change is followed together with others of its kind, and not by itself. */
export function isBatched(change: DynamoDBRecord): boolean {
  return change.dynamodb?.NewImage?.entity?.S === 'Engagement';
}

/** Does what follows from changes that are followed together. Answers those that failed, with the error. */
export async function handleBatch(changes: DynamoDBRecord[]): Promise<Map<DynamoDBRecord, unknown>> {
  const failures = new Map<DynamoDBRecord, unknown>();
  const causes = new Map<Engagement, DynamoDBRecord>();
  for (const change of changes) {
    try {
      const engagement = parseRecord<Engagement>(parseImage(change.dynamodb?.NewImage));
      if (engagement && !engagement.is_aggregated) causes.set(engagement, change);
    } catch (error) {
      // One that cannot be read fails by itself.
      failures.set(change, error);
    }
  }
  for (const [engagement, error] of await onEngagementsCreated([...causes.keys()])) {
    failures.set(causes.get(engagement)!, error);
  }
  return failures;
}

function parseImage(image: unknown): Item | null {
  return image ? unmarshall(image as never) : null;
}

function parseRecord<T>(item: Item | null): T | null {
  return item && fromItem<T>(item);
}
