import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROBLEM_TYPES } from '../../../lib/app/problems/problem-types.ts';
import { allEndpoints } from '../../../lib/bundle/endpoints.ts';

const LIB = join(import.meta.dirname, '../../../lib');
const SOURCES = globSync('**/*problems.ts', { cwd: LIB }).map((file) => readFileSync(join(LIB, file), 'utf8'));
const DECLARATIONS = SOURCES.flatMap((source) => source.match(/^export const [^;]*?code: '[^']+'/gms) ?? []);

describe('the declared problem types', () => {
  it('are all listed, each once', () => {
    const codes = DECLARATIONS.map((declaration) => /code: '([^']+)'/.exec(declaration)![1]);
    expect(codes.length).toBeGreaterThan(100);
    expect(codes.sort()).toEqual([...PROBLEM_TYPES.keys()].sort());
  });

  it.each(DECLARATIONS)('are named as their code, by a call that a bundle can leave out: %s', (declaration) => {
    const [, name, call, code] = /^export const (\w+) = (.*?)\(\{\s*code: '([^']+)'/s.exec(declaration)!;
    expect(name).toBe(code!.replaceAll(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase()));
    expect(call).toBe('/* @__PURE__ */ defineProblem');
  });

  it('have every code that an endpoint names', () => {
    const named = allEndpoints().flatMap(([, { errors = [] }]) => errors);
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter((code) => !PROBLEM_TYPES.has(code))).toEqual([]);
  });
});
