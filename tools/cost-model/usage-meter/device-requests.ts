import {
  applicationApproval,
  approvedApplication,
  EXAMPLE_AUTHORIZATION,
  refreshableApplication,
} from './fixtures/authorizations.ts';
import {
  approvalBody,
  approvedDevice,
  deviceToken,
  enteredCode,
  pendingDevice,
  pollOf,
} from './fixtures/device-logins.ts';
import { manySessions, sessionCookie } from './fixtures/sessions.ts';
import type { RequestKind } from './requests.ts';

/** As `SLOW_MS` of the other rows. The last row waits for a minute of its own: those before use the quota of the network. */
const PREPARED_MS = 25_000;

const post = (path: string, body: unknown) => ({ method: 'POST', path, body, anonymous: true as const });

/** The requests by which a device or an application receives access, and by which a person approves it. */
// biome-ignore format: one row per line is what makes it a table.
export const DEVICE_REQUESTS: RequestKind[] = [
  { name: 'start a device login', operation: 'auth.create-device-code', call: () => post('/v1/auth/device', { client_id: 'cis' }) },
  { name: 'poll, not approved', operation: 'auth.token', status: 400, neededMs: PREPARED_MS, prepare: pendingDevice, call: (_tenant, _index, code) => post('/v1/auth/token', pollOf(code)) },
  { name: 'poll, approved', operation: 'auth.token', neededMs: PREPARED_MS, seed: manySessions, prepare: approvedDevice, call: (_tenant, _index, code) => post('/v1/auth/token', pollOf(code)) },
  { name: 'read a device login', operation: 'auth.read-device-login', neededMs: PREPARED_MS, seed: manySessions, prepare: enteredCode, call: (tenant, index, user_code) => ({ ...post('/v1/auth/device/login', { user_code }), headers: sessionCookie(tenant, index) }) },
  { name: 'approve a device', operation: 'auth.decide-device-login', neededMs: PREPARED_MS, seed: manySessions, prepare: approvalBody, call: (tenant, index, body) => ({ ...post('/v1/auth/device/decision', body), headers: sessionCookie(tenant, index) }) },
  { name: 'read an authorization request', operation: 'auth.read-authorization', seed: manySessions, call: (tenant, index) => ({ ...post('/v1/auth/authorization', { request: EXAMPLE_AUTHORIZATION }), headers: sessionCookie(tenant, index) }) },
  { name: 'approve an application', operation: 'auth.decide-authorization', neededMs: PREPARED_MS, seed: manySessions, prepare: applicationApproval, call: (tenant, _index, body) => ({ ...post('/v1/auth/authorization/decision', JSON.parse(body)), headers: sessionCookie(tenant, 0) }) },
  { name: 'exchange an authorization code', operation: 'auth.token', neededMs: PREPARED_MS, seed: manySessions, prepare: approvedApplication, call: (_tenant, _index, body) => post('/v1/auth/token', JSON.parse(body)) },
  { name: 'exchange a refresh token', operation: 'auth.token', neededMs: PREPARED_MS, seed: manySessions, prepare: refreshableApplication, call: (_tenant, _index, body) => post('/v1/auth/token', JSON.parse(body)) },
  { name: 'revoke a refresh token', operation: 'auth.revoke', neededMs: 60_000, seed: manySessions, prepare: deviceToken, call: (_tenant, _index, token) => post('/v1/auth/revoke', { client_id: 'cis', token }) },
];
