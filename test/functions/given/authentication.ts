import { commit } from '../../../lib/core/table/commit.ts';
import { keyOf, toItem } from '../../../lib/core/table/schema.ts';
import { memberEntity } from '../../../lib/identity/entities/members.ts';
import type { Member } from '../../../lib/identity/rules/member.ts';
import type { Tenant } from '../tenants.ts';

/** Replace fields of the owner of a workspace. */
export async function replaceOwner(tenant: Tenant, fields: Partial<Member>): Promise<void> {
  await commit([{ put: toItem(memberEntity, { ...tenant.owner, ...fields }), condition: 'present' }]);
}

/** Delete the owner of a workspace. */
export async function removeOwner({ owner }: Tenant): Promise<void> {
  await commit([{ delete: keyOf(memberEntity, { ...owner }), condition: 'present' }]);
}
