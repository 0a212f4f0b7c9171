import { toMemoryMb } from '../../lib/stack/function-memory.ts';
import { type Bill, billableAmounts, functionDurationMs, MB_PER_GB, scaleBill, sumBills } from './bill.ts';
import { ASSUMPTIONS } from './prices.ts';
import type { MeasuredUsage, Usage } from './usage.ts';

/** What is counted, and the hours in which it changes the usage of a workspace. */
export interface CountedWork {
  items: number;
  posts: number;
  readings: number;
  deliveries: number;
  files: number;
  hours: number;
}

/** Return the amounts that counting some work adds. Each hour has a mark and a sum of its own. */
export function countingOf(counted: MeasuredUsage, work: CountedWork): Bill {
  const { counting } = counted;
  return sumBills(
    amountsOf(counted, counting.item, work.items),
    amountsOf(counted, counting.post, work.posts),
    amountsOf(counted, counting.reading, work.readings),
    amountsOf(counted, counting.delivery, work.deliveries),
    amountsOf(counted, counting.file, work.files),
    amountsOf(counted, counting.mark, work.hours),
    amountsOf(counted, counting.sum, work.hours, 'on-sweep-due'),
  );
}

/** Return the amounts that counting adds to the runs of the sweep in a month of production. */
export function countingRuns(counted: MeasuredUsage): Bill {
  const runs = counted.templates.production.runsPerHour['on-sweep-due'] * ASSUMPTIONS.monthHours;
  return amountsOf(counted, counted.counting.run, runs, 'on-sweep-due');
}

/** Bill usage in runs of a function. They are mostly runs of other work: their number says nothing of their memory. */
function amountsOf({ templates }: MeasuredUsage, units: Usage, count: number, name = 'on-table-change'): Bill {
  const compute = (functionDurationMs(units) / 1000) * (toMemoryMb(name) / MB_PER_GB);
  return scaleBill({ ...billableAmounts(units, templates.production), compute }, count);
}
