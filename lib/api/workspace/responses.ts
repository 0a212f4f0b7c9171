import * as z from 'zod/mini';
import { PLANS } from '../../domain/identity/workspace.ts';
import { APPROVAL_MODES, APPROVER_ROLES } from '../../domain/identity/workspace-settings.ts';
import { lazyObject } from '../response-fields.ts';

export const WorkspaceResponse = lazyObject(() => ({
  id: z.string(),
  name: z.string(),
  plan: z.enum(Object.keys(PLANS)),
  approval: z.enum(APPROVAL_MODES),
  approver_roles: z.array(z.enum(APPROVER_ROLES)),
  authors_may_approve: z.boolean(),
}));
