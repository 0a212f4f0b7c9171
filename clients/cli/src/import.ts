import { type Context, chosenWorkspace, connect } from './context.ts';
import { EXIT } from './failures.ts';
import { assertPositionals, textOf } from './flags.ts';
import { ImportResults } from './import-results.ts';
import { checkRow, type ImportSettings, importRow, type RowOutcome, validateRow } from './import-row.ts';
import { readFile } from './operation-flags.ts';
import { type PlanRow, parsePlan } from './plan.ts';
import { machineZone } from './times.ts';
import { UsageError } from './usage.ts';

const DEFAULT_CONCURRENCY = 4;
const MAX_CONCURRENCY = 20;

/** Import a plan, or check it. Returns the exit code: 1 if a row failed. */
export async function importPlan(context: Context): Promise<number> {
  const { given } = context;
  assertPositionals(given, ['file']);
  const plan = given.positionals[0]!;
  const rows = parsePlan(readFile(plan), plan);
  if (rows.length === 0) throw new UsageError(`${plan} has no rows.`);
  const settings = { transport: connect(context), plan, zone: textOf(given, 'time-zone') ?? machineZone() };
  const concurrency = concurrencyOf(textOf(given, 'concurrency'));
  return given.switches.get('dry-run')
    ? dryRun(rows, settings, { context, concurrency })
    : run(rows, settings, { context, concurrency });
}

interface Run {
  context: Context;
  concurrency: number;
}

async function dryRun(rows: PlanRow[], settings: ImportSettings, { context: { output }, concurrency }: Run) {
  const nowMs = Date.now();
  const checked: { row: number; time: string | null; problem: string | null }[] = [];
  await eachOf(rows, concurrency, async (row, index) => {
    let time: string | null = null;
    let problems: string[];
    try {
      const planned = checkRow(row, settings, nowMs);
      time = planned?.iso ?? null;
      problems = await validateRow(row, planned, settings);
      if (planned?.note) time = `${time} (${planned.note})`;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems = [error.message];
    }
    checked[index] = { row: row.number, time, problem: problems.join('; ') || null };
    output.progress(`${checked.filter(Boolean).length} of ${rows.length} rows checked`);
  });
  output.rows(checked, { columns: ['row', 'time', 'problem'] });
  const wrong = checked.filter(({ problem }) => problem !== null).length;
  output.note(`${rows.length - wrong} of ${rows.length} rows have no problem. Nothing was sent.`);
  return wrong === 0 ? EXIT.success : EXIT.rejected;
}

async function run(rows: PlanRow[], settings: ImportSettings, { context, concurrency }: Run) {
  const { output } = context;
  const results = new ImportResults(settings.plan, chosenWorkspace(context));
  const counts: Record<RowOutcome, number> = { created: 0, earlier: 0, failed: 0, unknown: 0 };
  try {
    await eachOf(rows, concurrency, async (row) => {
      const outcome = await importRow(row, settings, results);
      counts[outcome] += 1;
      const last = results.of(row.key);
      if (outcome === 'failed')
        output.warn(
          `Row ${row.number}: ${last?.result === 'failed' ? last.detail : 'no response. The next run continues it.'}`,
        );
      if (outcome === 'unknown') {
        output.warn(
          `Row ${row.number}: its request of ${last?.time} has no known outcome, and is too old to be repeated. Look for it: cis content list. Then remove its line from ${results.path}, or give it a line with "result":"created".`,
        );
      }
      output.progress(`${counts.created + counts.earlier} of ${rows.length} rows imported`);
    });
  } finally {
    results.close();
  }
  output.object({
    rows: rows.length,
    created: counts.created,
    imported_earlier: counts.earlier,
    failed: counts.failed,
    unknown: counts.unknown,
    results: results.path,
  });
  return counts.failed + counts.unknown === 0 ? EXIT.success : EXIT.rejected;
}

/** Process items, some at the same time. */
async function eachOf<T>(items: readonly T[], concurrency: number, process: (item: T, index: number) => Promise<void>) {
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await process(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

function concurrencyOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_CONCURRENCY;
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= MAX_CONCURRENCY) return number;
  throw new UsageError(`--concurrency is a number from 1 to ${MAX_CONCURRENCY}.`);
}
