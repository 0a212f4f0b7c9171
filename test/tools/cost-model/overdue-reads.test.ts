import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { handler as onSweepDue } from '../../../functions/on-sweep-due.ts';
import { stage } from '../../../lib/stack/stages.ts';
import { idleMonthLineItems } from '../../../tools/cost-model/idle-month.ts';
import type { IdleStage } from '../../../tools/cost-model/usage.ts';
import { parseMeasuredUsage } from '../../../tools/cost-model/usage-file.ts';
import { advanceTime } from '../../functions/api-harness.ts';
import { measureConsumed } from '../../functions/consumed-units.ts';
import { setupWorkers } from '../../functions/worker-harness.ts';

const UNITS = join(import.meta.dirname, '../../../tools/cost-model/units.json');
/** A query that is eventually consistent and finds nothing. */
const UNITS_OF_QUERY = 0.5;

const harness = setupWorkers();

/** Count the queries of a sweep of an idle stage. */
async function countQueries(hasAlarms: boolean): Promise<number> {
  const overrides = hasAlarms ? { hasAlarms, alarmEmail: 'none' } : { hasAlarms };
  process.env.SETTINGS = JSON.stringify(stage('local', 3000, overrides));
  // The sweep of no other minute in five checks the stage.
  advanceTime(300_000 - (Date.now() % 300_000) + 240_000);
  const { commands } = await measureConsumed(harness.table, () => onSweepDue());
  return commands.filter((command) => command === 'QueryCommand').length;
}

it('a sweep has in a stage with alarms as many more reads in the idle month as the function makes', async () => {
  const counted = parseMeasuredUsage(readFileSync(UNITS, 'utf8'));
  const readsPerRun = (name: IdleStage) => {
    const { amounts, count } = idleMonthLineItems(counted, name).find(({ what }) => what === 'runs of the sweep')!;
    return amounts.read! / count;
  };
  const more = (await countQueries(true)) - (await countQueries(false));
  expect(more).toBeGreaterThan(0);
  expect(readsPerRun('production') - readsPerRun('development')).toBeCloseTo(UNITS_OF_QUERY * more, 6);
});
