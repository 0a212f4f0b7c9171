import { defineEntity } from '../../core/table/define-entity.ts';
import type { Invitation } from '../rules/invitation.ts';
import type { Member } from '../rules/member.ts';

/** A person: role and permissions, and when all their sessions were ended together, if they were. */
export const memberEntity = /* @__PURE__ */ defineEntity<Member>({
  name: 'Member',
  pk: 'WS#{workspace_id}#MEMBER',
  sk: '{id}',
  resource: 'member',
});

/** The owner of an email address: a member, who is found by it, or an invitation until it expires. */
export const emailReservationEntity = /* @__PURE__ */ defineEntity({
  name: 'EmailReservation',
  pk: 'WS#{workspace_id}#EMAIL',
  sk: '{email_hash}',
  parent_pk: 'EMAIL#{email_hash}',
  list_sk: '{member_id}#{workspace_id}',
});

/** An invitation: role, when it was sent and when it expires. */
export const invitationEntity = /* @__PURE__ */ defineEntity<Invitation>({
  name: 'Invitation',
  pk: 'WS#{workspace_id}#INVITATION',
  sk: '{id}',
  status_pk: 'WS#{workspace_id}#INVITATION#{status}',
  list_sk: '{expires_at}#{id}',
  resource: 'invitation',
});

/** The token of one sent invitation, by its hash. */
export const invitationTokenEntity = /* @__PURE__ */ defineEntity({
  name: 'InvitationToken',
  pk: 'INVITATIONTOKEN#{hash}',
  sk: 'INVITATIONTOKEN',
  parent_pk: 'WS#{workspace_id}#INVITATIONTOKENS',
  list_sk: '{hash}',
});
