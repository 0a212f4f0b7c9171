import * as z from 'zod/mini';
import { lazyObject } from '../../../core/api/response-fields.ts';
import { PLANS } from '../../../core/config/plans.ts';
import { APPROVAL_MODES, APPROVER_ROLES } from '../../rules/workspace-settings.ts';

export const WorkspaceResponse = lazyObject(() => ({
  id: z.string(),
  name: z.string(),
  plan: z.enum(Object.keys(PLANS)),
  approval: z.enum(APPROVAL_MODES),
  approver_roles: z.array(z.enum(APPROVER_ROLES)),
  authors_may_approve: z.boolean(),
}));
