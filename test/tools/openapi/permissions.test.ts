import { describe, expect, it } from 'vitest';
import { GRANTABLE_PERMISSIONS } from '../../../lib/core/api/permission.ts';
import { openapi } from '../../../tools/openapi/openapi.ts';

type Schema = { properties: { permissions: { items: { $ref: string } } } };

describe('the schemas of requests that grant permissions', () => {
  it.each(['KeyCreate', 'TeamInvite', 'MemberUpdate', 'AuthorizationDecision', 'DeviceDecision'])(
    '%s offers those that can be granted, and no other',
    (name) => {
      const { schemas } = openapi().components as unknown as { schemas: Record<string, Schema & { enum: string[] }> };
      const { $ref } = schemas[name]!.properties.permissions.items;
      expect(schemas[$ref.split('/').at(-1)!]!.enum).toEqual(GRANTABLE_PERMISSIONS);
    },
  );
});
