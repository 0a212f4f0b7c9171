import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'What workspaces use, by UTC day: the numbers that a bill is made of.',
  group: ['Workspace', 8],
  query: {
    from: ['The first day (UTC). Defaults to the first day of the month of `to`.', '2026-11-01'],
    to: ['The day after the last one (UTC), at most 366 days after `from`. Defaults to tomorrow.', '2026-12-01'],
    granularity: ['Whether to return a row for each day, for each month, or one for the whole period.', 'month'],
    group_by: [
      'Return rows by workspace, account or platform. `workspace` is for stage keys that name none, `account` for one workspace.',
      'platform',
    ],
  },
  schemaNames: { 'Usage.rows[]': 'UsageRow', 'Usage.totals': 'UsageAmounts', 'Usage.unattributed': 'UsageAmounts' },
});
