import { expect, it } from 'vitest';
import { type Share, spreadStarts } from '../../../lib/core/fairness/spread-starts.ts';

const DURATION_MS = 20_000;

/** The most items in progress at the same time, when each takes `DURATION_MS`. */
function mostAtOnce(startsMs: number[]): number {
  return Math.max(...startsMs.map((at) => startsMs.filter((ms) => ms > at - DURATION_MS && ms <= at).length));
}

it('starts items without shares at once', () => {
  expect(spreadStarts([1, 2, 3], () => [], DURATION_MS)).toEqual([0, 0, 0]);
});

it('exceeds no share while each item takes the full time', () => {
  const items = Array.from({ length: 100 }, (_, index) => ({ workspace: `w${index % 7}`, host: `h${index % 2}` }));
  const sharesOf = ({ workspace, host }: (typeof items)[number]): Share[] => [
    { key: workspace, most: 2 },
    { key: host, most: 5 },
  ];
  const startsMs = spreadStarts(items, sharesOf, DURATION_MS);
  const of = (isOf: (item: (typeof items)[number]) => boolean) => startsMs.filter((_, index) => isOf(items[index]!));
  for (const host of ['h0', 'h1']) expect(mostAtOnce(of((item) => item.host === host))).toBeLessThanOrEqual(5);
  for (let n = 0; n < 7; n++) expect(mostAtOnce(of((item) => item.workspace === `w${n}`))).toBeLessThanOrEqual(2);
});

it('lets the items of one share not wait for those of another', () => {
  const hosts = [...Array.from({ length: 50 }, () => 'silent'), 'well'];
  const startsMs = spreadStarts(hosts, (host) => [{ key: host, most: 5 }], DURATION_MS);
  expect([startsMs[49], startsMs[50]]).toEqual([49 * (DURATION_MS / 5), 0]);
});
