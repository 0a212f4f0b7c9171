import { readMetrics } from '../tools/read-metrics.ts';
import type { ResourceKind } from './resource-kind.ts';

/** The metrics of a period as `read_metrics` returns them. */
export const report: ResourceKind = {
  uriTemplate: 'cis://reports/{period}',
  name: 'report',
  title: 'Report',
  description: 'The metrics of the hours or days until now, at most 366d, as read_metrics returns them.',
  pattern: /^cis:\/\/reports\/(\d{1,4}[hd])$/,
  listed: 'cis://reports/7d',
  read: (period, call, nowMs) => readMetrics.run({ period }, call, nowMs),
};
