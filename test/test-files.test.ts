import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FILES = globSync('test/**/*.test.ts', { cwd: ROOT }).sort();

const MAX_LINES = 400;

/** Exempt: one journey, whose steps need the steps before them, that also runs against a deployed stage. */
const LONG_JOURNEY = 'test/e2e/api.test.ts';

/** The limit of `vitest.config.ts`. */
const GLOBAL_LIMIT_MS = 600_000;

const CALL = /^(\s*)(?:describe|it|test|beforeAll|beforeEach|afterAll|afterEach)(?:\.\w+)*(?:\(|`|<)/;

/** A number of milliseconds, or a name for one. */
const LAST_ARGUMENT = /[})\]],\s*([\d_]+|[\w* ]*[A-Z]+_MS),?\s*\);$/;
const OPTION = /^[^\n]*\btimeout: (\w+)/;

const linesOf = (file: string) => readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n');

/** The text of the statement that begins at a line: the formatter ends it at the same indentation. */
function statementAt(lines: string[], index: number, indentation: string): string {
  const end = lines.findIndex((line, at) => at >= index && line.endsWith(';') && isAt(line, indentation));
  return lines.slice(index, end + 1).join('\n');
}

function isAt(line: string, indentation: string): boolean {
  return line.startsWith(indentation) && !/^\s/.test(line.slice(indentation.length));
}

/** The time limits of the tests, groups and hooks in these lines: the last argument after a function, or an option. */
function limitsIn(lines: string[]): string[] {
  return lines.flatMap((line, index) => {
    const call = CALL.exec(line);
    if (!call) return [];
    const statement = statementAt(lines, index, call[1]!);
    const found = LAST_ARGUMENT.exec(statement) ?? OPTION.exec(statement);
    return found ? [found[1]!] : [];
  });
}

const isBelowGlobal = (limit: string) => !(Number(limit.replaceAll('_', '')) >= GLOBAL_LIMIT_MS);

describe('every test file', () => {
  it('has no time limit below the global one', () => {
    const below = FILES.flatMap((file) =>
      limitsIn(linesOf(file))
        .filter(isBelowGlobal)
        .map((limit) => `${file}: ${limit}`),
    );
    expect(below).toEqual([]);
  });

  it(`has at most ${MAX_LINES} lines`, () => {
    const long = FILES.filter((file) => file !== LONG_JOURNEY && linesOf(file).length > MAX_LINES);
    expect(long.map((file) => `${file}: ${linesOf(file).length}`)).toEqual([]);
  });
});

describe('the time limits that this test finds', () => {
  it.each([
    ["it('a', () => {\n  run();\n}, 60_000);", ['60_000']],
    ['beforeAll(() => start(), 90_000);', ['90_000']],
    ["it.each([1])('a %i', async () => {\n  await run(1, 2);\n}, START_DEADLINE_MS);", ['START_DEADLINE_MS']],
    ['  afterEach(\n    async () => {\n      run();\n    },\n    1_000,\n  );', ['1_000']],
    ["it('a', { timeout: 5_000 }, () => {\n  run();\n});", ['5_000']],
    ["it('a', () => {\n  run(() => {}, 600);\n});", []],
  ])('in %j are %j', (source, limits) => {
    expect(limitsIn(source.split('\n'))).toEqual(limits);
  });

  it.each(['600_000', '1_800_000'])('may be %s', (limit) => {
    expect(isBelowGlobal(limit)).toBe(false);
  });
});
