import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { PORTAL_PERMISSIONS } from '../../../core/api/permission.ts';
import { distinct, labelSchema } from '../../../core/api/request-fields.ts';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { OPAQUE_ID, OPAQUE_ID_RULE } from '../../../identity/rules/external-id.ts';

// biome-ignore format: one field per line.
export const PortalSessionCreate = z.strictObject({
  display_name: labelSchema(100).check(z.meta({ description: 'The name of the person in your product. The dashboard and connect pages show it.', examples: ['Grace Hopper'] })),
  permissions: distinct(z.enum(PORTAL_PERMISSIONS), PORTAL_PERMISSIONS.length).check(z.minLength(1), z.meta({ description: 'What the person may do, which decides about the screens: a subset of the permissions of the stage key.', examples: [['content:read', 'schedule:read', 'analytics:read']] })),
  actor: z.optional(z.string().check(z.regex(OPAQUE_ID, `Must be ${OPAQUE_ID_RULE}.`))).check(z.meta({ description: 'The id of the person in your product, which the audit log keeps. By default, that of the header `Actor`.', examples: ['user-4711'] })),
  return_url: z.optional(z.url('Must be an https URL.').check(z.maxLength(2048))).check(z.meta({ description: 'The URL that leads back to your product: https, and one that the operator allows where the stage has a list.', examples: ['https://app.example.com/social'] })),
});

// biome-ignore format: one field per line.
export const PortalLinkResponse = /* @__PURE__ */ lazyObject(() => ({
  url: z.string().check(z.meta({ description: 'The link. It starts one session. Redirect the browser of the person there, and store it nowhere.', examples: ['https://d111111abcdef8.cloudfront.net/app/#/portal?token=the-token'] })),
  expires_at: timestamp().check(z.meta({ description: 'Time at which the link expires, five minutes after the request.', examples: ['2026-11-20T09:35:00.000Z'] })),
  session_expires_in: integer().check(z.meta({ description: 'How long the session lasts from the use of the link, in seconds. It ends earlier with the stage key.', examples: [3600] })),
}));

export const operation = defineOperation({
  id: 'workspaces.create-portal-session',
  route: 'POST /v1/workspaces/{id}/portal-sessions',
  summary: 'Create a portal session',
  description:
    'Return a link that signs a person of your product in to a part of the dashboard, in your [branding](../build.md). The person is no member of the workspace. The session ends after an hour, after the revocation of the stage key, and when the workspace is suspended or deleted.',
  permissions: ['workspaces:write'],
  stage: true,
  showsSecret: true,
  body: PortalSessionCreate,
  status: 201,
  errors: ['workspace_suspended', 'workspace_deleting'],
  access: { get: ['Workspace', 'ExternalId'], put: ['PortalLink'] },
  example: {
    params: { id: 'ws_01K00000000000000000000003' },
    body: { display_name: 'Grace Hopper', permissions: ['content:read', 'schedule:read'] },
  },
});

export const response = PortalLinkResponse;
