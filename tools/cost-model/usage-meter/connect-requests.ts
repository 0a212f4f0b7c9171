import { allowedConnection, offeredConnection, pendingConnection, startPage, toVisit } from './fixtures/connections.ts';
import { manySessions, sessionCookie } from './fixtures/sessions.ts';
import type { RequestKind } from './requests.ts';

const MINUTE_MS = 60_000;
/** As long as `SLOW_MS` of the other rows: each request is measured alone, after its preparation. */
const SLOW_MS = 25_000;
const ORGANIZATION = 'urn:li:organization:1000000002';

const get = (path: string) => ({ method: 'GET', path });
const post = (path: string, body: unknown) => ({ method: 'POST', path, body });

/** The requests that connect an account, of the application and of the browser. */
// biome-ignore format: one row per line is what makes it a table.
export const CONNECT_REQUESTS: RequestKind[] = [
  { name: 'start a connection', operation: 'connect.create', status: 201, call: () => post('/v1/connect/twitter', {}) },
  { name: 'start page', operation: 'connect.open', neededMs: SLOW_MS, prepare: startPage, call: (_tenant, _index, path) => ({ ...get(path), anonymous: true }) },
  { name: 'submit the start page', operation: 'connect.confirm', neededMs: SLOW_MS, seed: manySessions, prepare: startPage, call: (tenant, index, path) => ({ method: 'POST', path, headers: sessionCookie(tenant, index), anonymous: true }) },
  { name: 'get a connection', operation: 'connect.get', neededMs: SLOW_MS, prepare: pendingConnection, call: (_tenant, _index, id) => get(`/v1/connect/${id}`) },
  { name: 'callback, 1 account', operation: 'connect.callback', neededMs: SLOW_MS, prepare: (stack, tenant) => allowedConnection(stack, tenant, 'twitter'), call: (_tenant, _index, visit) => ({ method: 'GET', ...toVisit(visit), anonymous: true }) },
  { name: 'callback, several accounts', operation: 'connect.callback', status: 303, neededMs: MINUTE_MS, prepare: (stack, tenant) => allowedConnection(stack, tenant, 'linkedin'), call: (_tenant, _index, visit) => ({ method: 'GET', ...toVisit(visit), anonymous: true }) },
  { name: 'selection page', operation: 'connect.choose', neededMs: SLOW_MS, prepare: async (stack, tenant) => (await offeredConnection(stack, tenant)).page, call: (_tenant, _index, visit) => ({ method: 'GET', ...toVisit(visit), anonymous: true }) },
  { name: 'select on the page', operation: 'connect.submit-choice', neededMs: SLOW_MS, prepare: async (stack, tenant) => (await offeredConnection(stack, tenant)).page, call: (_tenant, _index, visit) => ({ method: 'POST', ...toVisit(visit), path: `${toVisit(visit).path}&external_id=${ORGANIZATION}`, anonymous: true }) },
  { name: 'select an account', operation: 'connect.select', neededMs: SLOW_MS, seed: manySessions, prepare: async (stack, tenant) => (await offeredConnection(stack, tenant)).id, call: (_tenant, _index, id) => post(`/v1/connect/${id}/select`, { external_id: ORGANIZATION }) },
  { name: 'client metadata', operation: 'connect.client-metadata', call: () => ({ ...get('/v1/connect/client-metadata.json'), anonymous: true }) },
];
