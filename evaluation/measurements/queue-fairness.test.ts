import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { synthesized } from '../../test/stack/synthesized.ts';
import { replaceGeneratedSection } from '../../tools/markdown/replace-generated-section.ts';
import { quantile } from '../benchmarks/statistics.ts';
import { simulateFairQueue } from '../capacity-model/fair-queue-simulation.ts';
import { QUEUE_ROWS, SLOTS } from '../capacity-model/queue-fairness.ts';
import { QUEUES_BY, renderQueueFairness } from '../capacity-model/queue-fairness-table.ts';

/** How much later the work of the ordinary workspaces may start beside a hostile one (p95). */
const MAX_DELAY_SECONDS = 2;

describe('one hostile and ten ordinary workspaces', () => {
  it.each(QUEUE_ROWS)('delays the $queue of the ordinary ones by at most 2 s at p95', async ({ measure, queue }) => {
    const { alone, besideHostile } = await measure();
    const [without, beside] = [alone, besideHostile].map((waits) => quantile(waits, 0.95)) as [number, number];
    console.log(`${queue}: p95 ${without.toFixed(2)} s alone, ${beside.toFixed(2)} s beside a hostile workspace`);
    expect(besideHostile).toHaveLength(alone.length);
    expect(beside).toBeLessThanOrEqual(without + MAX_DELAY_SECONDS);
  });

  it('have the figures that evaluation/docs/capacity.md states', async () => {
    const document = readFileSync('evaluation/docs/capacity.md', 'utf8');
    expect(replaceGeneratedSection(document, await renderQueueFairness(), QUEUES_BY)).toBe(document);
  });
});

describe('the simulated queue', () => {
  const isOrdinary = ({ group }: { group: string }) => group === 'ordinary';
  const flood = Array.from({ length: 1_000 }, () => ({ group: 'hostile', arrival: 0, seconds: 60 }));

  it('lets a message wait for a slot when one group may hold all of them', () => {
    const [wait] = simulateFairQueue([...flood, { group: 'ordinary', arrival: 1, seconds: 1 }], isOrdinary, {
      slots: 10,
    });
    expect(wait).toBe(59);
  });

  it('delivers the message of a quiet group before those of a noisy one that arrived earlier', () => {
    const work = [...flood.map((each) => ({ ...each, seconds: 1 })), { group: 'ordinary', arrival: 5.5, seconds: 1 }];
    expect(simulateFairQueue(work, isOrdinary, { slots: 10 })).toEqual([0.5]);
  });
});

it('has the slots of the production stack', () => {
  const settings = { alarmEmail: 'none', emailSender: 'no-reply@example.com' };
  const mappings = synthesized('production', settings).ofType('AWS::Lambda::EventSourceMapping');
  const slotsOf = (queue: string) =>
    mappings
      .filter(({ Properties }) => JSON.stringify(Properties.EventSourceArn).includes(queue))
      .map(({ Properties }) => (Properties.ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency);
  const { metricPoll, media, email } = SLOTS;
  expect(['MetricPollQueue', 'MediaQueue', 'EmailQueue'].flatMap(slotsOf)).toEqual([metricPoll, media, email]);
});
