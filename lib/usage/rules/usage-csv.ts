import { stringify } from 'csv-stringify/sync';
import { GUARDED_CSV } from '../../core/values/formula-guard.ts';
import { AMOUNTS } from './amounts.ts';
import type { UsageRow } from './usage-report.ts';

const COLUMNS = ['period', 'workspace_id', 'external_id', 'platform', 'account_id', ...AMOUNTS, 'aws_micro_usd'];

/** Format rows as a CSV file with its columns. */
export function formatUsage(rows: UsageRow[]): string {
  return stringify(rows, { ...GUARDED_CSV, columns: COLUMNS, header: true });
}
