import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { wholeNumber } from '../../../core/api/request-fields.ts';
import { MISSED_POLICIES } from '../../rules/halt-release.ts';
import { HaltResumedResponse } from './responses.ts';

export const ResumeQuery = z.strictObject({
  missed: z.optional(z.enum(MISSED_POLICIES)),
  spread_seconds: z.optional(wholeNumber),
});

export const operation = defineOperation({
  id: 'halts.delete',
  route: 'DELETE /v1/halts/{id}',
  summary: 'Resume publishing',
  description:
    'End a halt. With `missed=publish`, the posts that were due while publishing was halted are rescheduled in the order of their times, evenly over `spread_seconds` from now, and no faster than the rate limit of each account allows. With `missed=mark_missed`, they fail with the error `missed`, and can be retried. Posts that another halt stops stay halted. Posts that become due from now on are published on time. A halt of the operator or of a suspension (`created_by` is `operator` or `stage`) is 403.',
  permissions: ['schedule:write'],
  query: ResumeQuery,
  errors: ['halted_by_operator'],
  access: {
    get: ['Halt', 'WorkspaceSettings'],
    put: ['HaltRelease', 'WorkspaceSettings', 'Tombstone'],
    remove: ['Halt'],
    indexes: ['by_status', 'by_category'],
  },
  example: {
    params: { id: 'hlt_01K00000000000000000000000' },
    query: { missed: 'publish', spread_seconds: '900' },
  },
});

export const response = HaltResumedResponse;
