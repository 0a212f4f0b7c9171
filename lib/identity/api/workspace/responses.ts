import * as z from 'zod/mini';
import { integer, lazyObject } from '../../../core/api/response-fields.ts';
import { PLAN_NAMES } from '../../../core/config/plans.ts';
import { APPROVAL_METHODS, APPROVAL_MODES, APPROVER_ROLES } from '../../rules/workspace-settings.ts';

// biome-ignore format: one field per line.
export const WorkspaceResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the workspace.', examples: ['ws_01K00000000000000000000000'] })),
  name: z.string().check(z.meta({ description: 'The name of the workspace.', examples: ['Acme'] })),
  plan: z.enum(PLAN_NAMES).check(z.meta({ description: 'The plan of the workspace.', examples: ['enterprise'] })),
  approval: z.enum(APPROVAL_MODES).check(z.meta({ description: '`required`: only approved items are published. `none`: all items are published.', examples: ['none'] })),
  approval_method: z.enum(APPROVAL_METHODS).check(z.meta({ description: '`passkey`: a required approval must be signed with a passkey. `session`: it needs no passkey.', examples: ['session'] })),
  approver_roles: z.array(z.enum(APPROVER_ROLES)).check(z.meta({ description: 'The roles that can approve content items. Must have the permission `content:approve`.', examples: [['owner', 'approver']] })),
  authors_may_approve: z.boolean().check(z.meta({ description: 'Whether members can decide about items that they created or that they edited since the last approval, also by their agents.', examples: [false] })),
  time_zone: z.string().check(z.meta({ description: 'The IANA time zone of local times that name none.', examples: ['Europe/Berlin'] })),
  duplicate_guard_hours: integer().check(z.meta({ description: 'The hours within which an account publishes no content twice, up to 168. 0: only the content of agents is compared, within 24 hours.', examples: [24] })),
  media_storage: z.object({
    used_bytes: integer().check(z.meta({ description: 'Bytes of all files: as announced until they are inspected, then as stored.', examples: [48213] })),
    quota_bytes: integer().check(z.meta({ description: 'The most bytes that the plan permits. `POST /media` is rejected with `storage_quota_exceeded` above it.', examples: [107374182400] })),
  }).check(z.describe('The storage of the media library.')),
}));
