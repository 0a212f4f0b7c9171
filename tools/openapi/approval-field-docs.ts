import type { FieldDoc } from './field-docs.ts';

const AT = '2026-11-20T09:30:00.000Z';

/** Descriptions of the fields of approvals and their settings. */
// biome-ignore format: one row per line is what makes it a table.
export const APPROVAL_FIELD_DOCS: Record<string, FieldDoc> = {
  approval: ['The approval of the item. Null until it is submitted for the first time.'],
  approval_status: ['The status of the approval. Null until the item is submitted for the first time. Lists of items have it only without the filters `status`, `platform` and `account_id`.', 'pending_approval'],
  approver_roles: ['The roles whose members may approve content items. Only roles with the permission `content:approve`.', ['owner', 'approver']],
  authors_may_approve: ['Whether a member may decide about an item that they created, or have edited since its last approval.', false],
  content_hash: ['SHA-256 of what is published: title, description, platforms, accounts, media, thread, first comment and `platform_options`. 64 hexadecimal digits.', '5e9f5c2f7a1f0d6b3c4e8a9d2b1c0f7e6d5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c'],
  due_at: ['Time at which the item is due.', AT],
  lead: ['How long before the due time the reminder was sent.', null],
  owner_id: ['The member who created the item.', 'usr_01K00000000000000000000000'],
};
