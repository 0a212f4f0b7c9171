import { defineConfig } from 'vitest/config';

/** Tests that need a deployed stack: `npm run rehearse` runs them, and `npm test` does not. */
export default defineConfig({
  test: {
    include: ['test/deploy-smoke/**/*.rehearsal.ts'],
    testTimeout: 60_000,
  },
});
