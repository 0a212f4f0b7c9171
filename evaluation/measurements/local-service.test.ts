import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LocalServiceFigures, measureLocalService } from '../benchmarks/local-service/measure-local-service.ts';

/** `LOCAL_SERVICE_REQUESTS=10000` sends 50,000 requests: 10,000 of each kind. */
const REQUESTS = Number(process.env.LOCAL_SERVICE_REQUESTS ?? 1_000);
const MAX_LOADED_MB = 500;

test(`after ${REQUESTS} requests of each kind over 16 connections the service holds at most ${MAX_LOADED_MB} MB`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'local-service-'));
  try {
    const figures = await measureLocalService(folder, REQUESTS);
    console.log(describeFigures(figures));
    expect(figures.loadedMb).toBeLessThan(MAX_LOADED_MB);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 900_000);

function describeFigures({ startMs, freshMb, loadedMb, requests }: LocalServiceFigures): string {
  const rows = requests.map(
    ({ name, p50, p99, perSecond, cpuMs }) =>
      `| ${name} | ${p50.toFixed(0)} ms | ${p99.toFixed(0)} ms | ${perSecond.toFixed(0)} | ${cpuMs.toFixed(1)} ms |`,
  );
  return [
    `Ready in ${(startMs / 1000).toFixed(1)} s; ${freshMb.toFixed(0)} MB fresh, ${loadedMb.toFixed(0)} MB loaded`,
    '| request | p50 | p99 | per second | CPU |',
    ...rows,
  ].join('\n');
}
