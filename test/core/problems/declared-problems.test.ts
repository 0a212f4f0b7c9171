import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROBLEM_TYPES } from '../../../lib/app/problems/problem-types.ts';
import { allEndpoints } from '../../../lib/bundle/endpoints.ts';
import type { Extensions } from '../../../lib/core/problems/define-extensions.ts';

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

  it('have each problem of which a feature declares a member', async () => {
    const files = globSync('**/problem-extensions.ts', { cwd: LIB });
    const modules = await Promise.all(
      files.map((file) => import(join(LIB, file)) as Promise<{ extensions: Extensions }>),
    );
    const declared = modules.flatMap(({ extensions }) => Object.values(extensions));
    // Some state when a problem has it, and those of OAuth are of many problems.
    const codes = declared.flatMap(({ of }) => Object.keys(of).map((code) => code.replace(/,.*/, '')));
    expect(codes.length).toBeGreaterThan(30);
    expect(codes.filter((code) => !PROBLEM_TYPES.has(code))).toEqual(['Token requests only', 'Token requests only']);
  });

  it('have every code that an endpoint names', () => {
    const named = allEndpoints().flatMap(([, { errors = [] }]) => errors);
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter((code) => !PROBLEM_TYPES.has(code))).toEqual([]);
  });
});
