import { expect, it } from 'vitest';
import { renderLocalService } from '../../benchmarks/local-service/local-service-table.ts';

const request = (name: string, p99: number) => ({ name, p50: 1, p99, perSecond: 1, cpuMs: 1 });
const figures = (startMs: number, p99: number, loadedMb: number) => ({
  startMs,
  requests: [request('content.get', p99), request('content.create', p99)],
  freshMb: 200,
  loadedMb,
});

it('judges each start by its own goal, and every other figure of the local service by its worse value', () => {
  const rows = renderLocalService([figures(9_000, 40, 400), figures(5_000, 60, 600)])
    .split('\n')
    .slice(2);
  expect(rows).toEqual([
    '| ready, s | 9.0 | 5.0 | ≤ 10, ≤ 4 | ✓, ✗ × 1.25 |',
    '| p99 of `content.get`, ms | 40 | 60 | ≤ 50 | ✗ × 1.20 |',
    '| p99 of `content.create`, ms | 40 | 60 | ≤ 100 | ✓ |',
    '| memory when ready, MB | 200 | 200 | – |  |',
    '| memory after 22,000 and 50,000 requests, MB | 400 | 600 | ≤ 500 | ✗ × 1.20 |',
  ]);
});
