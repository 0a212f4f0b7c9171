import { entropyOf } from '../../core/crypto/sha256.ts';
import { makeId } from '../../core/values/id.ts';
import type { DigestTask } from './notification-task.ts';

/** A notification that no email has reported. */
export interface UnsentNotification {
  workspace_id: string;
  id: string;
  audience: string;
}

/** The notifications that the emails of one digest report, by audience. It never changes. */
export interface NotificationDigest {
  workspace_id: string;
  id: string;
  notifications: Record<string, string[]>;
}

/** Return the id of the digest of a task. The same due time is the same digest. */
export function digestIdOf({ workspace_id, due_at }: DigestTask): string {
  return makeId('digest', Date.parse(due_at), entropyOf(workspace_id, due_at));
}

/** Build the digest of unsent notifications. */
export function newDigest(task: DigestTask, unsent: UnsentNotification[]): NotificationDigest {
  const byAudience = Map.groupBy(unsent, ({ audience }) => audience);
  const notifications = [...byAudience].map(([audience, group]) => [audience, group.map(({ id }) => id)]);
  return { workspace_id: task.workspace_id, id: digestIdOf(task), notifications: Object.fromEntries(notifications) };
}

/** List the notifications of a digest that audiences receive, by audience and id. */
export function digestFor({ notifications }: NotificationDigest, audiences: readonly string[]): [string, string][] {
  return audiences.flatMap((audience) => (notifications[audience] ?? []).map((id): [string, string] => [audience, id]));
}
