import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  measureLateness,
  renderLatenessTable,
  violatedObjectives,
} from '../tools/benchmarks/lateness/lateness-benchmark.ts';
import { startLocalService } from '../tools/local-stack/local-service.ts';

const POSTS = 120;

// Measures how late posts are on this machine. Fails when a post is early, missing or doubled, or too many are late.
const folder = mkdtempSync(join(tmpdir(), 'content-intelligence-punctuality-'));
try {
  const service = await startLocalService({ port: 0, folder });
  try {
    console.log(`${POSTS} posts by each way; this takes three and a half minutes.`);
    const measured = await measureLateness(service, folder, POSTS);
    console.log(renderLatenessTable(measured));
    const broken = violatedObjectives(measured);
    for (const promise of broken) console.error(promise);
    process.exitCode = broken.length === 0 ? 0 : 1;
  } finally {
    await service.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
