import type { Mutation } from './mutations.ts';

/** The tests with the first seeds of each model. */
export const SEED_FILES: Record<Mutation['model'], readonly string[]> = {
  people: ['test/models/people.test.ts', 'test/models/people-seeds.test.ts'],
  calendar: ['test/models/calendar-seeds.test.ts'],
};
