import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../lib/bundle/endpoints.ts';

// Requests and commands name X `x`. Responses say `twitter`, as the specification of the API does.

const DOCUMENTS = globSync('{README.md,docs/*.md,docs/reference/*.md,lib/platforms/*/*.md}').filter(
  // The table of costs has the names of functions, and its figures those of requests.
  (path) => path !== 'docs/cost.md',
);

/** A value of `platform`, `platforms` or `handles` in a request, and an argument of a command. */
const IN_REQUESTS = [
  /-d '\{[^\n]*"twitter"/,
  /"platforms": ?\[[^\]]*"twitter"/,
  /"handles": ?\{[^}]*"twitter"/,
  /--to \S*twitter/,
  /platform -- \w+ twitter/,
  /--real twitter/,
  /\/_simulator\/\w+ \{[^}]*"twitter"/,
];

describe('the name of X', () => {
  it.each(DOCUMENTS)('is `x` in the requests and commands of %s', (path) => {
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines.filter((line) => IN_REQUESTS.some((pattern) => pattern.test(line)))).toEqual([]);
  });

  it('is `x` in the example of every request', () => {
    const named = allEndpoints().filter(([, { example }]) => JSON.stringify(example ?? {}).includes('"twitter"'));
    expect(named.map(([id]) => id)).toEqual([]);
  });

  it('is explained once for those who send requests', () => {
    expect(readFileSync('docs/api.md', 'utf8')).toContain('Requests name X `x`.');
  });
});
