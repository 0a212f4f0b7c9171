import type { Engagement } from '../domain/analytics/engagement-ingestion.ts';
import type { EngagementWindow } from '../domain/analytics/engagement-window.ts';
import type { MetricsDelta } from '../domain/analytics/post-metrics.ts';
import type { AuditedRecords } from '../domain/audit/audit-fields.ts';
import type { ScheduleEntry } from '../domain/content/schedule-entry.ts';

/** The record type of each entity whose changes the stream function reads. */
export interface StreamRecords extends AuditedRecords {
  ScheduleEntry: ScheduleEntry;
  MetricsDelta: MetricsDelta;
  Engagement: Engagement;
  EngagementWindow: EngagementWindow;
}

export type StreamEntity = keyof StreamRecords;
