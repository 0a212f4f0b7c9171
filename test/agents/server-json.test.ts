import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

interface Input {
  value?: string;
  isRequired?: boolean;
  variables?: Record<string, { isRequired?: boolean; isSecret?: boolean }>;
}

interface Remote extends Input {
  url: string;
  headers: (Input & { name: string })[];
}

const server = read('server.json') as { $schema: string; name: string; remotes: Remote[]; packages?: object[] };
// Of the registry, version 1.8.9, under the Apache License 2.0.
const schema = read('test/agents/registry/server-schema-2025-12-11.json');

describe('server.json', () => {
  // The schema has the annotation `example`, which strict mode rejects.
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);

  it('is valid by the schema of the registry that it names', () => {
    expect(server.$schema).toBe(schema.$id);
    validate(server);
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each([
    ['a name without a namespace', { name: 'cis' }],
    ['a description of more than 100 characters', { description: 'a'.repeat(101) }],
    ['a remote that is no URL', { remotes: [{ type: 'streamable-http', url: 'host/mcp' }] }],
  ])('would not be with %s', (_, change) => {
    expect(validate({ ...server, ...change })).toBe(false);
  });

  it('has a variable for each name in braces, and no secret in the URL', () => {
    const named = ({ value = '' }: Input) => [...value.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { url, variables, headers } of server.remotes) {
      const inUrl = { value: url, variables: variables ?? {} };
      for (const input of [inUrl, ...headers]) expect(named(input)).toEqual(Object.keys(input.variables ?? {}));
      expect(Object.values(inUrl.variables).some(({ isSecret }) => isSecret)).toBe(false);
      expect(headers.map(({ variables: own }) => own?.token?.isSecret)).toEqual([true]);
    }
  });

  it('requires no token, because a client can connect by OAuth', () => {
    const asked = server.remotes.flatMap(({ headers }) =>
      headers.flatMap((header) => [header, ...Object.values(header.variables ?? {})]),
    );
    expect(asked.map(({ isRequired }) => isRequired)).toEqual([false, false]);
  });

  it('has no package, because no package is an MCP server', () => {
    expect(server.packages).toBeUndefined();
  });

  it('is in the namespace of the organization on GitHub that the Go module names', () => {
    const [, organization] = /^module github\.com\/([^/]+)\//m.exec(
      readFileSync(join(ROOT, 'clients/go/go.mod'), 'utf8'),
    )!;
    expect(server.name.startsWith(`io.github.${organization}/`)).toBe(true);
  });
});
