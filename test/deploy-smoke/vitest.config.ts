import { defineConfig } from 'vitest/config';

/** Tests of deployed stacks, which `npm run rehearse` runs and `npm test` does not. */
export default defineConfig({
  test: {
    include: ['test/deploy-smoke/**/*.rehearsal.ts'],
    testTimeout: 60_000,
    // The first requests start functions, and the emulator shares the machine with other checks.
    hookTimeout: 120_000,
  },
});
