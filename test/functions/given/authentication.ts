import { commit } from '../../../lib/core/table/commit.ts';
import { keyOf, toItem } from '../../../lib/core/table/schema.ts';
import type { Member } from '../../../lib/identity/rules/member.ts';
import type { Tenant } from '../tenants.ts';

/** Replace fields of the owner of a workspace. */
export async function replaceOwner(tenant: Tenant, fields: Partial<Member>): Promise<void> {
  await commit([{ put: toItem('Member', { ...tenant.owner, ...fields }), condition: 'present' }]);
}

/** Delete the owner of a workspace. */
export async function removeOwner({ owner }: Tenant): Promise<void> {
  await commit([{ delete: keyOf('Member', { ...owner }), condition: 'present' }]);
}
