import { describe, expect, it } from 'vitest';
import { reportsInLog } from './embedded-metrics.ts';

const METRIC = {
  Namespace: 'ContentIntelligence',
  MetricName: 'PostsFailed',
  Dimensions: [
    { Name: 'service', Value: 'content-intelligence' },
    { Name: 'stage', Value: 'production' },
  ],
};

const line = (stage: string, names: string[][]) =>
  JSON.stringify({
    _aws: {
      Timestamp: 1000,
      CloudWatchMetrics: [{ Namespace: 'ContentIntelligence', Dimensions: names, Metrics: [{ Name: 'PostsFailed' }] }],
    },
    service: 'content-intelligence',
    stage,
    platform: 'twitter',
    PostsFailed: 1,
  });

describe('the reports of a metric in a log', () => {
  it('are those with exactly its dimensions and their values', () => {
    const lines = [
      'START RequestId: 1',
      '{"level":"INFO","message":"PostsFailed"}',
      line('production', [['service', 'stage', 'platform']]),
      line('development', [['service', 'stage']]),
      line('production', [
        ['service', 'stage'],
        ['service', 'stage', 'platform'],
      ]),
    ];
    expect(reportsInLog(lines, METRIC)).toEqual([{ atMs: 1000, value: 1 }]);
  });
});
