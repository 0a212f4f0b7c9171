import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Edit, Mutation } from './mutations.ts';
import { SEED_FILES } from './seed-files.ts';

const VITEST = 'node_modules/vitest/vitest.mjs';

/** What the seeds of a model report of a mutation. */
export interface Outcome {
  failed: number;
  /** The first message of a seed that failed. */
  message: string;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Change the files of the work tree, run the seeds of the model, and restore the files, also when a signal ends the
 * process. Throws an Error if a file does not have the text of an edit once, or if no seed ran.
 */
export async function runMutation({ model, edits, kills }: Mutation): Promise<Outcome> {
  const originals = new Map(edits.map(({ file }) => [file, readFileSync(file, 'utf8')]));
  let seeds: ChildProcess | undefined;
  const restore = () => {
    for (const [file, text] of originals) writeFileSync(file, text);
  };
  const stop = (signal: (typeof SIGNALS)[number]) => {
    restore();
    seeds?.kill();
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    for (const edit of edits) writeFileSync(edit.file, applyEdit(readFileSync(edit.file, 'utf8'), edit));
    return await runSeeds(SEED_FILES[model], kills.of, (child) => {
      seeds = child;
    });
  } finally {
    restore();
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

/** Return a text with an edit. Throws an Error unless the text to replace is there once. */
export function applyEdit(text: string, { file, find, replace }: Edit): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}

/** Run the seeds from 1 to `last` that the files of a model have. `onStart` receives the process. */
async function runSeeds(
  files: readonly string[],
  last: number,
  onStart: (child: ChildProcess) => void,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  const report = join(folder, 'report.json');
  const seeds = Array.from({ length: last }, (_, index) => index + 1).join('|');
  const options = ['--project', 'unit', '--reporter', 'json', '--outputFile', report, '-t', `rule: seed (${seeds})$`];
  // Without npx, which would have to pass a signal on.
  const child = spawn(process.execPath, [VITEST, 'run', ...options, ...files], { stdio: 'ignore' });
  onStart(child);
  await once(child, 'exit');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { status: string; failureMessages: string[] }[] }[];
  };
  rmSync(folder, { recursive: true });
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const ran = results.filter(({ status }) => status === 'passed' || status === 'failed');
  if (ran.length === 0) throw new Error('No seed ran.');
  const failures = ran.filter(({ status }) => status === 'failed');
  return { failed: failures.length, message: failures[0]?.failureMessages[0]?.split('\n')[0] ?? '' };
}
