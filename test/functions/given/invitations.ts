import { callApi, currentTable, storedItems } from '../api-harness.ts';

export const headers = { 'x-request-id': 'same', 'content-type': 'application/json' };

/** Accept an invitation. */
export const accept = (token: unknown, name: unknown = 'Grace Hopper') =>
  callApi('team.accept-invitation', { body: { token, name }, headers });

/** Send an invitation again. */
export const resend = (by: { token: string }, id: string) =>
  callApi('team.resend-invitation', { token: by.token, params: { id } });

/** Revoke an invitation. */
export const revoke = (by: { token: string }, id: string) =>
  callApi('team.revoke-invitation', { token: by.token, params: { id } });

/** Invite a person as an editor. */
export const invite = (tenant: { token: string }, email: string) =>
  callApi('team.invite', { token: tenant.token, body: { email, role: 'editor' } });

/** List the stored items of an entity. */
export const ofKind = (kind: string) => storedItems(currentTable()).filter(({ entity }) => entity === kind);
