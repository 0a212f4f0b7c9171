import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalService } from '../../tools/local-stack/local-service.ts';
import { measureLateness, renderLatenessTable, violatedObjectives } from '../benchmarks/lateness/lateness-benchmark.ts';

const POSTS = 120;

// Measures the lateness of posts on this machine. Fails on early, missing, duplicate or too many late posts.
const folder = mkdtempSync(join(tmpdir(), 'content-intelligence-lateness-'));
try {
  const service = await startLocalService({ port: 0, folder });
  try {
    console.log(`${POSTS} posts per trigger; the benchmark takes three and a half minutes.`);
    const measured = await measureLateness(service, folder, POSTS);
    console.log(renderLatenessTable(measured));
    const violations = violatedObjectives(measured);
    for (const violation of violations) console.error(violation);
    process.exitCode = violations.length === 0 ? 0 : 1;
  } finally {
    await service.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
