import type { AccountRemoval } from '../../accounts/rules/account-removal.ts';
import type { Engagement } from '../../analytics/rules/engagement-ingestion.ts';
import type { EngagementWindow } from '../../analytics/rules/engagement-window.ts';
import type { InboundBatch } from '../../analytics/rules/inbound-batch.ts';
import type { AuditedRecords } from '../../audit/rules/audit-fields.ts';
import type { ApprovalReminder } from '../../content/rules/approval-reminder.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import type { HaltRelease } from '../../halts/rules/halt-release.ts';
import type { SignInRequest } from '../../identity/rules/sign-in.ts';
import type { MediaDeletion } from '../../media/rules/media-deletion.ts';
import type { Heartbeat } from '../sweep/heartbeat-record.ts';

/** The record type of each entity whose changes the stream worker reads. */
export interface StreamRecords extends AuditedRecords {
  SignInRequest: SignInRequest;
  ScheduleEntry: ScheduleEntry;
  ApprovalReminder: ApprovalReminder;
  Engagement: Engagement;
  EngagementWindow: EngagementWindow;
  InboundBatch: InboundBatch;
  AccountRemoval: AccountRemoval;
  MediaDeletion: MediaDeletion;
  HaltRelease: HaltRelease;
  Heartbeat: Heartbeat;
}

export type StreamEntity = keyof StreamRecords;
