import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleFunctions } from '../../lib/bundle/bundling.ts';
import { synthesized } from './synthesized.ts';

const EVENT = JSON.parse(readFileSync(join(import.meta.dirname, '../../events/content/get.json'), 'utf8'));

// Without the name of the table every function fails at its first access.
const PROGRAM = `
  const fs = require('node:fs');
  const readFile = fs.readFileSync;
  const maps = [];
  fs.readFileSync = (file, ...rest) => {
    if (String(file).endsWith('.map')) maps.push(file);
    return readFile(file, ...rest);
  };
  const { file, event } = JSON.parse(process.argv[1]);
  const { handler } = require(file);
  const readAtLoad = maps.length;
  const report = (thrown) => console.log(JSON.stringify({ readAtLoad, readInAll: maps.length, thrown }));
  handler(event, { getRemainingTimeInMillis: () => 10_000 }).then(() => report(), (error) => report(error.stack));
`;

interface Report {
  readAtLoad: number;
  readInAll: number;
  thrown?: string;
}

/** Invoke the bundle of a function in a process of its own. Returns the stack traces it logged and its report. */
function runBundle(name: string, event: unknown): { logged: string[]; report: Report } {
  const input = JSON.stringify({ file: join(bundleFunctions().get(name)!, 'index.js'), event });
  const env = { AWS_REGION: 'eu-central-1', FUNCTION: name };
  const output = execFileSync(process.execPath, ['-e', PROGRAM, input], { env, encoding: 'utf8' });
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { logged: lines.flatMap(({ error }) => (error ? [error.stack] : [])), report: lines.at(-1) };
}

describe('a stack trace of a bundled function', () => {
  let failed: ReturnType<typeof runBundle>;
  beforeAll(() => {
    failed = runBundle('content/get', EVENT);
  });

  it('names the file and line of the source in a logged error', () => {
    expect(failed.logged[0]).toMatch(/^Error: TABLE_NAME is not set.*\n {4}at lib\/core\/table\/client\.ts:\d+:\d+\n/);
  });

  it('names them in an error that the handler throws', () => {
    const { report } = runBundle('on-sweep-due', {});
    expect(report.thrown).toMatch(/\n {4}at lib\/app\/\S+\.ts:\d+:\d+\n/);
  });

  it('reads the source map once, and not when the bundle is loaded', () => {
    expect(failed.report).toMatchObject({ readAtLoad: 0, readInAll: 1 });
  });

  it('needs no option of Node.js, which would read the map of every bundle at its start', () => {
    const functions = synthesized('development').ofType('AWS::Lambda::Function');
    const options = functions.map(({ Properties }) => Object.keys(Object(Properties.Environment).Variables));
    expect(options.length).toBeGreaterThan(0);
    expect(options.flat()).not.toContain('NODE_OPTIONS');
  });
});
