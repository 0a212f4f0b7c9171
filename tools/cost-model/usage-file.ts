import { type MeasuredUsage, NO_USAGE, type Usage } from './usage.ts';

/** Format measured usage as `units.json`: one row per line, without counts that are zero. */
export function formatMeasuredUsage({ templates, ...measured }: MeasuredUsage): string {
  const compact = (value: unknown) => JSON.stringify(value, (_, count) => (count === 0 ? undefined : count));
  const members = Object.entries(measured).map(([name, value]) => {
    const text = Array.isArray(value)
      ? `[\n${value.map((row) => `    ${compact(row)}`).join(',\n')}\n  ]`
      : compact(value);
    return `  "${name}": ${text}`;
  });
  const facts = Object.entries(templates).map(([stage, each]) => `    "${stage}": ${JSON.stringify(each)}`);
  return `{\n${[...members, `  "templates": {\n${facts.join(',\n')}\n  }`].join(',\n')}\n}\n`;
}

/** Parse `units.json`. Counts that a row omits are zero. */
export function parseMeasuredUsage(text: string): MeasuredUsage {
  const stored = JSON.parse(text) as MeasuredUsage;
  const complete = (counts: Partial<Usage>): Usage => ({ ...NO_USAGE, ...counts });
  const completeEach = <T extends object>(usages: T): T =>
    Object.fromEntries(Object.entries(usages).map(([name, counts]) => [name, complete(counts)])) as T;
  return {
    ...stored,
    requests: stored.requests.map((row) => ({
      ...row,
      alone: complete(row.alone),
      busy: complete(row.busy),
      after: complete(row.after),
    })),
    post: stored.post.map((row) => ({ ...row, units: complete(row.units) })),
    publish: completeEach(stored.publish),
    derived: completeEach(stored.derived),
    delivery: completeEach(stored.delivery),
    reading: complete(stored.reading),
    freeReading: completeEach(stored.freeReading),
    readyFile: complete(stored.readyFile),
    runs: completeEach(stored.runs),
    tokenRefresh: completeEach(stored.tokenRefresh),
    counting: completeEach(stored.counting),
  };
}
