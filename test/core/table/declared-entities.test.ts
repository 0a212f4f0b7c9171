import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENTITIES } from '../../../lib/app/table/entity-table.ts';
import { LIFECYCLES } from '../../../lib/app/table/lifecycle-table.ts';
import { allEndpoints } from '../../../lib/bundle/endpoints.ts';
import { lifecyclesIn } from '../../../lib/bundle/lifecycles.ts';
import type { Path } from '../../../lib/core/table/lifecycle.ts';

const LIB = join(import.meta.dirname, '../../../lib');
const SOURCES = globSync('**/{define-entity,entities,entities/*}.ts', { cwd: LIB }).map((file) =>
  readFileSync(join(LIB, file), 'utf8'),
);
const DECLARATIONS = SOURCES.flatMap((source) => source.match(/^export const \w+ = [^;]*?defineEntity[^;]*;/gms) ?? []);

describe('the declared entities', () => {
  it('are all listed, each once', () => {
    const names = DECLARATIONS.map((declaration) => /name: '(\w+)'/.exec(declaration)![1]);
    expect(names.length).toBeGreaterThan(90);
    expect(names.sort()).toEqual(Object.keys(ENTITIES).sort());
  });

  it.each(DECLARATIONS)('are named as their entity, by a call that a bundle can leave out: %s', (declaration) => {
    const [, constant, call, name] = /^export const (\w+) = (.*?)(?:<\w+>)?\(\{\s*name: '(\w+)'/s.exec(declaration)!;
    expect(constant).toBe(`${name![0]!.toLowerCase()}${name!.slice(1)}Entity`);
    expect(call).toBe('/* @__PURE__ */ defineEntity');
  });

  it('are rejected without a lifecycle beside them', () => {
    const declared = { fooEntity: { name: 'Foo', pk: 'FOO', sk: 'FOO' }, barLifecycle: { ending: 'data' } as const };
    expect(() => lifecyclesIn([declared])).toThrow('Foo declares no lifecycle: export fooLifecycle beside fooEntity.');
    expect(Object.keys(LIFECYCLES).sort()).toEqual(Object.keys(ENTITIES).sort());
  });

  it('have the parents by whose ids others are found', () => {
    const wanted = Object.values(LIFECYCLES).flatMap(({ found }) =>
      Array.isArray(found) ? (found as Path[]).flatMap(({ id }) => id ?? []) : [],
    );
    const parents = Object.values(LIFECYCLES).flatMap(({ ids }) => ids ?? []);
    expect([...new Set(wanted)].sort()).toEqual(parents.sort());
  });

  it('have every entity that the access of an endpoint names', () => {
    const named = allEndpoints().flatMap(([, { access }]) => {
      const { indexes: _, kms: __, everything: ___, ...entities } = access;
      return Object.values(entities).flat();
    });
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter((name) => !Object.hasOwn(ENTITIES, name))).toEqual([]);
  });
});
