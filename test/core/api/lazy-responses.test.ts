import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';

// Building the response schemas would be part of every cold start. Here, building one throws.
vi.mock('../../../lib/core/api/lazy.ts', () => ({
  lazy: () => () => {
    throw new Error('A response schema was built while a function loaded.');
  },
}));

const ROOT = join(import.meta.dirname, '../../..');
const functions = globSync('functions/**/*.ts', { cwd: ROOT });

describe('loading a function', () => {
  it.each(functions)('%s builds no response schema', async (file) => {
    await expect(import(join(ROOT, file))).resolves.toHaveProperty('handler');
  });
});
