import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The result of a check: what was expected and observed. `passed` is null where either answer is right. */
export interface Finding {
  expected: string;
  observed: unknown;
  passed: boolean | null;
}

/** A question that only a real account answers. */
export interface Check<Context> {
  name: string;
  question: string;
  run: (context: Context) => Promise<Finding>;
}

export type Result = Finding & { name: string; question: string; seconds: number };

/** Run checks one after the other. A check that throws has failed, and what it threw is what was observed. */
export async function runChecks<Context>(
  checks: readonly Check<Context>[],
  context: Context,
  print: (line: string) => void,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, question, run } of checks) {
    const startMs = Date.now();
    const finding = await run(context).catch(
      (error: Error): Finding => ({ expected: 'no error', observed: error.message, passed: false }),
    );
    const result = { name, question, ...finding, seconds: Math.round((Date.now() - startMs) / 1000) };
    const mark = result.passed === null ? 'answered' : result.passed ? 'passed' : 'FAILED';
    print(`${mark}  ${name} (${result.seconds} s): ${JSON.stringify(result.observed)}`);
    results.push(result);
  }
  return results;
}

/** Write the results to a file, with the commit and the time of the run. */
export function writeEvidence(file: string, about: object, results: readonly Result[]): void {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const commit = { commit: git('rev-parse', 'HEAD'), hasChanges: git('status', '--porcelain') !== '' };
  mkdirSync(dirname(file), { recursive: true });
  const evidence = { ...about, ...commit, ended_at: new Date().toISOString(), node: process.version, results };
  writeFileSync(file, `${JSON.stringify(evidence, null, 2)}\n`);
}
