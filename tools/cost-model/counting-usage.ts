import { toMemoryMb } from '../../lib/stack/function-memory.ts';
import { type Bill, billableAmounts, functionDurationMs, mapBill, sumBills } from './bill.ts';
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
    added(counted, counting.item, work.items),
    added(counted, counting.post, work.posts),
    added(counted, counting.reading, work.readings),
    added(counted, counting.delivery, work.deliveries),
    added(counted, counting.file, work.files),
    added(counted, counting.mark, work.hours),
    added(counted, counting.sum, work.hours, 'on-sweep-due'),
  );
}

/** Return the amounts that counting adds to the runs of the sweep in a month of production. */
export function countingRuns(counted: MeasuredUsage): Bill {
  const runs = counted.templates.production.runsPerHour['on-sweep-due'] * ASSUMPTIONS.monthHours;
  return added(counted, counted.counting.run, runs, 'on-sweep-due');
}

/** Bill usage in runs of a function. They are mostly runs of other work: their number says nothing of their memory. */
function added({ templates }: MeasuredUsage, units: Usage, count: number, name = 'on-table-change'): Bill {
  const compute = (functionDurationMs(units) / 1000) * (toMemoryMb(name) / 1024);
  return mapBill({ ...billableAmounts(units, templates.production), compute }, (_, amount) => amount * count);
}
