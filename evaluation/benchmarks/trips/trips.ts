import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMeasuredUsage } from '../../../tools/cost-model/usage-file.ts';
import { number, table } from '../../../tools/markdown/markdown.ts';
import { startInstance } from '../cold-start/instance.ts';
import { atMost, type Goal, goalCells } from '../goal.ts';
import { createTripCounter, type Trips } from '../recording/count-trips.ts';
import { createMatcher } from '../recording/nearest-exchange.ts';
import type { RecordedFunction, Recordings } from '../recording/sample-functions.ts';

const UNITS = join(import.meta.dirname, '../../../tools/cost-model/units.json');

/** The functions of the table: their goal, and the row of their request in `units.json`. */
const SUBJECTS: { name: string; goal: Goal | null; row: string | null }[] = [
  { name: 'content/get', goal: atMost(2), row: 'get' },
  { name: 'content/list', goal: atMost(2), row: 'list, 20 of many' },
  { name: 'content/create', goal: atMost(2), row: 'create a draft' },
  { name: 'on-publish-due/twitter', goal: null, row: null },
  { name: 'on-publish-due/linkedin', goal: null, row: null },
  { name: 'on-publish-due/instagram', goal: null, row: null },
  { name: 'on-delivery-queued', goal: null, row: null },
];

/** The functions whose trips are counted. */
export const COUNTED_FUNCTIONS = SUBJECTS.map(({ name }) => name);

/**
 * Count how often the first invocation of a new instance waits for services, one response after the other. Each
 * function runs twice: throws when the counts differ.
 */
export async function countTrips(recordings: Recordings): Promise<Map<string, Trips>> {
  const counted = new Map<string, Trips>();
  for (const name of COUNTED_FUNCTIONS) {
    const subject = recordings.functions.find((each) => each.name === name)!;
    const [one, other] = [await countOnce(recordings, subject), await countOnce(recordings, subject)];
    if (one.trips !== other.trips) throw new Error(`${name} made ${one.trips} trips, then ${other.trips}.`);
    counted.set(name, one);
  }
  return counted;
}

async function countOnce({ stub }: Recordings, subject: RecordedFunction): Promise<Trips> {
  const { answer, count } = createTripCounter(createMatcher(subject.exchanges));
  stub.answerWith(answer);
  await startInstance(subject, subject.recordedAtMs);
  return count;
}

/** Render the trips with the units that the request uses alone, as the cost document counts them. */
export function renderTrips(counted: Map<string, Trips>): string {
  const { requests } = parseMeasuredUsage(readFileSync(UNITS, 'utf8'));
  const rows = SUBJECTS.map(({ name, goal, row }) => {
    const { trips, calls, tableCalls } = counted.get(name)!;
    const units = requests.find((request) => request.name === row)?.alone;
    const used = units ? [number(units.reads), number(units.writes + units.indexWrites)] : ['–', '–'];
    return [`\`${name}\``, String(trips), String(calls), String(tableCalls), ...used, ...goalCells(trips, goal)];
  });
  return table(
    ['function', 'trips', 'calls', 'table calls', 'read units', 'write units', 'goal for trips', 'met'],
    rows,
  );
}
