import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Content } from '../domain/content.ts';
import type { WebhookEndpoint } from '../domain/endpoint.ts';
import type { EngagementMinute } from '../domain/engagement-minute.ts';
import type { Entry } from '../domain/entry.ts';
import type { Engagement } from '../domain/ingestion.ts';
import type { Invitation } from '../domain/invitation.ts';
import type { Observation } from '../domain/measurement.ts';
import type { Recovery } from '../domain/recovery.ts';
import type { Delivery } from '../domain/webhook.ts';
import type { Workspace } from '../domain/workspace.ts';
import { accountOfItem } from '../table/account.ts';
import { type Entity, type Item, recordOf } from '../table/keys.ts';
import { followAccount } from './accounts.ts';
import { followDelivery } from './deliveries.ts';
import { followEndpoint, followWorkspace } from './endpoints.ts';
import { followMinute } from './engagement-minutes.ts';
import { followEngagements } from './engagements.ts';
import { emitEvents } from './events.ts';
import { followInvitation } from './invitations.ts';
import { followObservation, followPublication } from './measuring.ts';
import { followRecovery } from './recovering.ts';
import { followEntry } from './timers.ts';

type Follow = (before: Item | null, after: Item | null, nowMs: number) => Promise<void>;

/** What follows from a change, by the kind of item that changed. Each may run twice without harm. */
const CONSEQUENCES: Partial<Record<Entity, Follow[]>> = {
  Workspace: [(before, after) => followWorkspace(record<Workspace>(before), record<Workspace>(after))],
  Content: [(before, after) => emitEvents(record<Content>(before), record<Content>(after))],
  Entry: [
    (before, after, nowMs) => followEntry(record<Entry>(before), record<Entry>(after), nowMs),
    (before, after) => followPublication(record<Entry>(before), record<Entry>(after)),
  ],
  Account: [(before, after) => followAccount(before && accountOfItem(before), after && accountOfItem(after))],
  Invitation: [(_before, after, nowMs) => followInvitation(record<Invitation>(after), nowMs)],
  Endpoint: [
    (before, after) => followEndpoint(record<WebhookEndpoint>(before), record<WebhookEndpoint>(after)),
  ],
  Delivery: [
    (before, after, nowMs) => followDelivery(record<Delivery>(before), record<Delivery>(after), nowMs),
  ],
  Recovery: [(_before, after, nowMs) => followRecovery(record<Recovery>(after), nowMs)],
  Observation: [
    (before, after) => followObservation(record<Observation>(before), record<Observation>(after)),
  ],
  EngagementMinute: [(_before, after) => followMinute(record<EngagementMinute>(after))],
};

/** Does what follows from one change of the table. */
export async function followChange(change: DynamoDBRecord, nowMs: number): Promise<void> {
  const before = imageOf(change.dynamodb?.OldImage);
  const after = imageOf(change.dynamodb?.NewImage);
  const entity = (after ?? before)?.entity as Entity | undefined;
  for (const follow of (entity && CONSEQUENCES[entity]) ?? []) await follow(before, after, nowMs);
}

/** Whether a change is followed together with others of its kind, and not by itself. */
export function isFollowedTogether(change: DynamoDBRecord): boolean {
  return change.dynamodb?.NewImage?.entity?.S === 'Engagement';
}

/** Does what follows from changes that are followed together. Answers those that failed, with the error. */
export async function followTogether(changes: DynamoDBRecord[]): Promise<Map<DynamoDBRecord, unknown>> {
  const failures = new Map<DynamoDBRecord, unknown>();
  const causes = new Map<Engagement, DynamoDBRecord>();
  for (const change of changes) {
    try {
      const engagement = record<Engagement>(imageOf(change.dynamodb?.NewImage));
      if (engagement && !engagement.is_applied) causes.set(engagement, change);
    } catch (error) {
      // One that cannot be read fails by itself.
      failures.set(change, error);
    }
  }
  for (const [engagement, error] of await followEngagements([...causes.keys()])) {
    failures.set(causes.get(engagement)!, error);
  }
  return failures;
}

function imageOf(image: unknown): Item | null {
  return image ? unmarshall(image as never) : null;
}

function record<T>(item: Item | null): T | null {
  return item && recordOf<T>(item);
}
