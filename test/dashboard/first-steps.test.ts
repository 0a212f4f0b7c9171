import { describe, expect, it } from 'vitest';
import { doneSteps } from '../../dashboard/src/frame/first-run-steps.ts';

describe('The first steps of a workspace', () => {
  it('are all open in an empty one', () => {
    expect([...doneSteps([], [])]).toEqual([]);
  });

  it('are done one by one: an account, a post, and a post that is published on at least one platform', () => {
    expect([...doneSteps([{}], [])]).toEqual(['connect']);
    expect([...doneSteps([{}], [{ status: 'draft' }])]).toEqual(['connect', 'write']);
    expect([...doneSteps([{}], [{ status: 'draft' }, { status: 'partially_published' }])]).toEqual([
      'connect',
      'write',
      'publish',
    ]);
  });
});
