import * as z from 'zod/mini';
import { lazyObject, permissionName, timestamp } from '../../../core/api/response-fields.ts';
import { namedWorkspace } from './responses.ts';

/** The user code as a person has typed it. */
export const userCode = z.string().check(
  z.maxLength(64),
  z.meta({
    description: 'The user code of the device. Case, spaces and hyphens are ignored.',
    examples: ['BCDF-GHJK'],
  }),
);

// biome-ignore format: one field per line.
export const DeviceLoginResponse = /* @__PURE__ */ lazyObject(() => ({
  user_code: z.string().check(z.meta({ description: 'The code that the device shows.', examples: ['BCDF-GHJK'] })),
  client: z.object({
    id: z.string().check(z.meta({ description: 'The id of the OAuth client.', examples: ['cis'] })),
    name: z.string().check(z.meta({ description: 'The name of the OAuth client.', examples: ['Command line (cis)'] })),
  }).check(z.describe('The program that asks for access.')),
  device_name: z.nullable(z.string()).check(z.meta({ description: 'The name that the device states. Nothing verifies it.', examples: ['laptop of Ada'] })),
  source_ip: z.string().check(z.meta({ description: 'The IP address from which the device asks.', examples: ['192.0.2.1'] })),
  requested_at: timestamp().check(z.meta({ description: 'Time of the request of the device.', examples: ['2026-11-20T09:30:00.000Z'] })),
  expires_at: timestamp(),
  scope: z.nullable(z.array(permissionName())).check(z.describe('The permissions that the device asks for. Null for all permissions of the member.')),
  permissions: z.array(permissionName()).check(z.describe('The permissions that an approval grants: those in `scope` that the member has.')),
  workspace: namedWorkspace().check(z.describe('The workspace of the session, to which an approval gives access.')),
  user: z.object({
    id: z.string().check(z.meta({ description: 'The id of the member.', examples: ['usr_01K00000000000000000000000'] })),
    name: z.string().check(z.meta({ description: 'The name of the member.', examples: ['Ada Example'] })),
    email: z.string().check(z.meta({ description: 'The email address of the member.', examples: ['ada@example.com'] })),
  }).check(z.describe('The member of the session.')),
  confirmation: z.string().check(z.meta({ description: 'Stands for the device, the member, the workspace and `permissions`. Send it with the decision.', examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] })),
}));
