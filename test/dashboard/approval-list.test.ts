import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '../../dashboard/src/screens/approvals/position.ts';

describe('the position in the list of approvals', () => {
  it('starts with the items without a time, and survives its cursor', () => {
    expect(decodeCursor(null)).toEqual({ part: 'unscheduled', cursor: null });
    for (const position of [
      { part: 'unscheduled', cursor: 'abc.def' },
      { part: 'scheduled', cursor: null },
    ] as const) {
      expect(decodeCursor(encodeCursor(position))).toEqual(position);
    }
  });
});
