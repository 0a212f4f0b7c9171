import { defineExtensions } from '../core/problems/define-extensions.ts';

export const extensions = defineExtensions({
  halt_id: { of: { already_halted: 'the id of the active halt.' }, example: 'hlt_01K00000000000000000000000' },
  reason: { of: { already_halted: 'why publishing is halted.' }, example: 'The campaign is withdrawn.' },
  since: {
    of: { already_halted: 'time publishing was halted.' },
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  },
});
