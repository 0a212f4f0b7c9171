import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { Invitation } from '../rules/invitation.ts';
import type { Member } from '../rules/member.ts';

/** A person: role and permissions, and when all their sessions were ended together, if they were. */
export const memberEntity = /* @__PURE__ */ defineEntity<Member>({
  name: 'Member',
  pk: 'WS#{workspace_id}#MEMBER',
  sk: '{id}',
  resource: 'member',
});

// biome-ignore format: several fields per line keep the table readable.
export const memberAudit: AuditModes<Member> = {
  id: 'never', workspace_id: 'never', name: 'always', email: 'always', role: 'always', permissions: 'always',
  former_ids: 'always', sessions_ended_at: 'always', created_at: 'never', version: 'never',
};

export const memberLifecycle: Lifecycle = {
  ending: 'data',
  decides: true,
  ids: 'user',
  isExported: true,
  person: { field: 'id', names: 'resource' },
};

/** The owner of an email address: a member, who is found by it, or an invitation until it expires. */
export const emailReservationEntity = /* @__PURE__ */ defineEntity({
  name: 'EmailReservation',
  pk: 'WS#{workspace_id}#EMAIL',
  sk: '{email_hash}',
  parent_pk: 'EMAIL#{email_hash}',
  list_sk: '{member_id}#{workspace_id}',
});

export const emailReservationLifecycle: Lifecycle = { ending: 'data' };

/** An invitation: role, when it was sent and when it expires. */
export const invitationEntity = /* @__PURE__ */ defineEntity<Invitation>({
  name: 'Invitation',
  pk: 'WS#{workspace_id}#INVITATION',
  sk: '{id}',
  status_pk: 'WS#{workspace_id}#INVITATION#{status}',
  list_sk: '{expires_at}#{id}',
  resource: 'invitation',
});

// biome-ignore format: several fields per line keep the table readable.
export const invitationAudit: AuditModes<Invitation> = {
  id: 'never', workspace_id: 'never', email: 'always', role: 'always', permissions: 'always', status: 'always',
  invited_by: 'never', created_at: 'never', send_count: 'on_request', email_lease_expires_at: 'never',
  sent_at: 'never', expires_at: 'always', mail: 'never', accepted_at: 'never', user_id: 'always', version: 'never',
};

export const invitationLifecycle: Lifecycle = {
  ending: 'creator',
  decides: true,
  isExported: true,
  person: { field: 'id', names: 'resource', isDeleted: true },
};

/** The token of one sent invitation, by its hash. */
export const invitationTokenEntity = /* @__PURE__ */ defineEntity({
  name: 'InvitationToken',
  pk: 'INVITATIONTOKEN#{hash}',
  sk: 'INVITATIONTOKEN',
  parent_pk: 'WS#{workspace_id}#INVITATIONTOKENS',
  list_sk: '{hash}',
});

export const invitationTokenLifecycle: Lifecycle = { ending: 'creator', found: [{ read: 'list' }] };
