import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allJobs } from '../../lib/bundle/declared-jobs.ts';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import type { TableAccess } from '../../lib/core/api/table-access.ts';

it('docs/approval.md names every function that IAM lets write the row with the approval method', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/approval.md'), 'utf8');
  const line = page.split('\n').find((each) => each.includes('sets `approval_method` of the workspace')) ?? '';
  const named = [...(/IAM lets (.*?) write this row/.exec(line)?.[1] ?? '').matchAll(/`([\w.-]+)`/g)];
  const endpoints = allEndpoints().map(([id, { access }]): [string, TableAccess] => [id, access]);
  const jobs = allJobs().map(({ name, access }): [string, TableAccess] => [name, access]);
  const writers = [...endpoints, ...jobs].filter(([, access]) =>
    [access.put, access.insert, access.add, access.update, access.remove].some((kinds = []) =>
      kinds.includes('WorkspaceSettings' as never),
    ),
  );
  expect(named.map(([, name]) => name).sort()).toEqual(writers.map(([name]) => name).sort());
});
