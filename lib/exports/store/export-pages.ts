import { postMetricsEntity } from '../../analytics/entities/metrics.ts';
import type { PostMetrics } from '../../analytics/rules/post-metrics.ts';
import { contentEntity } from '../../content/entities/contents.ts';
import type { Content } from '../../content/rules/content.ts';
import { loadPage } from '../../core/table/page.ts';
import { partition } from '../../core/table/schema.ts';
import { minIdAt } from '../../core/values/id.ts';
import { loadLabelNames } from '../../labels/store/label-names.ts';
import type { Export } from '../rules/export.ts';
import { contentRow, type ExportRow, metricsRow } from '../rules/export-rows.ts';

/** Items of a page: together they are at most a few megabytes. */
const CONTENT_PAGE = 50;
const METRICS_PAGE = 500;

/** Rows of an export, and where the next page continues; null on the last one. */
export type ExportPage = { rows: ExportRow[]; next: string | null };

/** Loads the page of an export after a cursor. */
export type LoadExportPage = (of: Export, after: string | null, nowMs: number) => Promise<ExportPage>;

/** Load a page of content items, oldest first. `from` and `to` limit when they were created. */
export async function loadContentPage({ workspace_id, from, to }: Export, after: string | null): Promise<ExportPage> {
  const idAt = (time: string | null) => (time === null ? undefined : minIdAt('content', Date.parse(time)));
  const partitions = [partition(contentEntity, 'pk', { workspace_id })];
  const list = { partitions, from: idAt(from), to: idAt(to), descending: false, eventuallyConsistent: true } as const;
  const { records, next } = await loadPage<Content>(list, { limit: CONTENT_PAGE, skip: 0, after });
  // At most 1,050 labels: 20 of each item, and its campaign.
  const namesOf = await loadLabelNames(workspace_id, records);
  return { rows: records.map((content) => contentRow(content, namesOf(content))), next };
}

/** Load a page of the metrics of posts. `from` and `to` limit when the posts were published. */
export async function loadMetricsPage({ workspace_id, from, to }: Export, after: string | null): Promise<ExportPage> {
  const partitions = [partition(postMetricsEntity, 'pk', { workspace_id })];
  const list = { partitions, descending: false, eventuallyConsistent: true } as const;
  const { records, next } = await loadPage<PostMetrics>(list, { limit: METRICS_PAGE, skip: 0, after });
  const isWanted = ({ published_at }: PostMetrics) =>
    (from === null || published_at >= from) && (to === null || published_at < to);
  return { rows: records.filter(isWanted).map(metricsRow), next };
}
