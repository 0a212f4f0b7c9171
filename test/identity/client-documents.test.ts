import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  CLIENT_DOCUMENTS_PER_MINUTE,
  MAX_CLIENT_DOCUMENTS_IN_FLIGHT,
  MAX_IN_FLIGHT,
} from '../../lib/identity/rules/rate-limits.ts';
import { advanceTime, type Json, setupApi, type TestResponse } from '../functions/api-harness.ts';
import { authorizationRequest, readAuthorization, serve, serveClient } from '../functions/authorizations.ts';
import { newMember } from '../functions/resources.ts';
import { newSessionCookie } from '../functions/sign-ins.ts';
import { newTenant } from '../functions/tenants.ts';

/** The documents of OAuth clients are at hosts that the caller names, which may never respond. */

const table = setupApi();
const APP = 'https://app.example.com/callback';
const held: ServerResponse[] = [];

afterEach(() => {
  for (const response of held.splice(0)) response.writeHead(404).end();
});

/** Serve documents that are held until `held` is answered. Returns the origin. */
const serveSilently = () => serve((_, response) => void held.push(response));

const ask = (cookie: string, client_id: string) =>
  readAuthorization(cookie, authorizationRequest({ client_id, redirect_uri: APP }));

/** Send requests at once, and wait until as many are rejected and as many wait. */
async function askAtOnce(cookies: string[], waiting: number) {
  const origin = await serveSilently();
  const rejected: TestResponse[] = [];
  const all = cookies.map(async (cookie, index) => {
    const answer = await ask(cookie, `${origin}/${index}.json`);
    if (answer.status === 429) rejected.push(answer);
    return answer;
  });
  const isSettled = () => rejected.length === cookies.length - waiting && held.length === waiting;
  while (!isSettled()) await new Promise((resolve) => setImmediate(resolve));
  return { rejected, all: Promise.all(all) };
}

const leases = () => table.items().filter(({ entity }) => entity === 'InFlightRequest');

describe('documents that are not answered', () => {
  it('wait two at a time of a member, whichever session asks, and delay no other workspace', async () => {
    const { owner } = await newTenant();
    const cookies: string[] = [];
    for (let count = 0; count < 6; count++) cookies.push(await newSessionCookie(owner));
    const { rejected, all } = await askAtOnce(cookies, MAX_CLIENT_DOCUMENTS_IN_FLIGHT);
    expect(rejected[0]!.json.code).toBe('too_many_in_flight');
    expect(rejected[0]!.headers['retry-after']).toBe('5');
    const other = await newSessionCookie((await newTenant()).owner);
    expect((await ask(other, await serveClient())).status).toBe(200);
    for (const response of held.splice(0)) response.writeHead(404).end();
    expect((await all).map(({ status }) => status).sort()).toEqual([422, 422, 429, 429, 429, 429]);
    expect(leases()).toEqual([]);
  });

  it('wait five at a time of a workspace', async () => {
    const tenant = await newTenant();
    const cookies: string[] = [];
    for (let count = 0; count < 4; count++) {
      const member = await newMember(tenant, 'viewer');
      for (let time = 0; time < 2; time++) cookies.push(await newSessionCookie(member));
    }
    const { all } = await askAtOnce(cookies, MAX_IN_FLIGHT);
    for (const response of held.splice(0)) response.writeHead(404).end();
    expect((await all).filter(({ status }) => status === 429)).toHaveLength(cookies.length - MAX_IN_FLIGHT);
    expect(leases()).toEqual([]);
  });
});

describe('the documents that a member causes to be read', () => {
  it('are limited in a minute, with all sessions together', async () => {
    const { owner } = await newTenant();
    let requests = 0;
    const origin = await serve((_, response) => {
      requests += 1;
      response.writeHead(404).end();
    });
    const cookies = [await newSessionCookie(owner), await newSessionCookie(owner)];
    const answers: TestResponse[] = [];
    for (let count = 0; count <= CLIENT_DOCUMENTS_PER_MINUTE; count++) {
      answers.push(await ask(cookies[count % 2]!, `${origin}/${count}.json`));
    }
    const last = answers.at(-1)!;
    expect([last.status, last.json['violated-policies'], requests]).toEqual([
      429,
      ['client-document'],
      CLIENT_DOCUMENTS_PER_MINUTE,
    ]);
    advanceTime(60_000);
    expect((await ask(cookies[0]!, await serveClient())).status).toBe(200);
  });

  it('are not requested of a host that has not responded, for a minute', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    let requests = 0;
    const origin = await serve((request) => {
      requests += 1;
      request.socket.destroy();
    });
    const problemOf = async (name: string) => ((await ask(cookie, `${origin}/${name}.json`)).json.errors as Json[])[0]!;
    expect((await problemOf('one')).code).toBe('invalid_client_id');
    expect((await problemOf('two')).detail).toContain('did not respond to the last request');
    expect(requests).toBe(1);
    advanceTime(60_000);
    await problemOf('two');
    expect(requests).toBe(2);
  });
});
