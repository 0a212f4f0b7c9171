import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SHORTER_E2E_TITLES } from '../../../tools/deploy-smoke-test/smoke-test.ts';

describe('the end-to-end tests that the deploy smoke test repeats', () => {
  it.each(SHORTER_E2E_TITLES)('exist: %s', (title) => {
    const source = readFileSync(join(import.meta.dirname, '../../e2e/api.test.ts'), 'utf8');
    expect(source.split(/(?:test|describe)\(['"]/).filter((part) => part.startsWith(title))).toHaveLength(1);
  });
});
