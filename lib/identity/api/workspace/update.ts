import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { distinct, updateSchema } from '../../../core/api/request-fields.ts';
import { APPROVAL_METHODS, APPROVAL_MODES, APPROVER_ROLES, MAX_GUARD_HOURS } from '../../rules/workspace-settings.ts';
import { WorkspaceResponse } from './responses.ts';

const approverRoles = distinct(z.enum(APPROVER_ROLES), APPROVER_ROLES.length).check(
  z.minLength(1, 'Must contain at least one role.'),
);

// biome-ignore format: one field per line.
export const WorkspaceUpdate = updateSchema({
  approval: z.enum(APPROVAL_MODES).check(z.meta({ description: '`required`: only approved items are published, including items that are already scheduled. `none`: all items are published.', examples: ['required'] })),
  approval_method: z.enum(APPROVAL_METHODS).check(z.meta({ description: '`passkey`: a person signs each required approval with a passkey in the dashboard, and the signature is verified before each post is sent. API keys and review links cannot approve. `session`: approvals need no passkey.', examples: ['passkey'] })),
  approver_roles: approverRoles.check(z.meta({ description: 'The roles that can approve content items. Must have the permission `content:approve`.', examples: [['owner', 'approver']] })),
  authors_may_approve: z.boolean().check(z.meta({ description: 'Whether members can decide about items that they created or that they edited since the last approval, also by their agents.', examples: [false] })),
  time_zone: z.string().check(z.maxLength(64)).check(z.meta({ description: 'The IANA time zone of local times that name none. Scheduled posts keep the zone that they were scheduled in.', examples: ['Europe/Berlin'] })),
  duplicate_guard_hours: z.int().check(z.minimum(0), z.maximum(MAX_GUARD_HOURS), z.meta({ description: 'The hours within which an account publishes no content twice. 0: only the content of agents is compared, within 24 hours. A change applies to the next requests, which are compared with everything that was scheduled before.', examples: [24] })),
});

export const operation = defineOperation({
  id: 'workspace.update',
  route: 'PUT /v1/workspace',
  summary: 'Update the workspace settings',
  description:
    'Update the workspace settings. Omitted fields do not change. With `approval: required`, only approved content items are published. This includes items that are already scheduled: without approval, they fail at their due time with `not_approved`. While `approval` is `required`, changes also require the permission `content:approve` and a role in `approver_roles`, and only an owner can set `approval` to `none`, `approval_method` to `session`, add a role to `approver_roles` or set `authors_may_approve` to `true`. While `approval_method` is `passkey`, the settings are protected in the same way, and an API key cannot loosen them. A session that loosens approval, also where none is required, needs a sign-in within the last ten minutes.',
  permissions: ['team:write'],
  body: WorkspaceUpdate,
  errors: ['approval_not_permitted', 'owner_required', 'passkey_required', 'recent_sign_in_required'],
  access: { get: ['WorkspaceSettings', 'Counter'], put: ['WorkspaceSettings'] },
  example: { body: { approver_roles: ['owner', 'approver'], authors_may_approve: true } },
});

export const response = WorkspaceResponse;
