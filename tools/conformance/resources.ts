import { setTimeout as sleep } from 'node:timers/promises';
import { operation as choose } from '../../lib/accounts/api/connect/choose.ts';
import { sampleMaker, sampleOf } from '../../lib/bundle/all-samples.ts';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import { sampleId } from '../../lib/core/api/define-samples.ts';
import { createJsonApiClient } from '../local-stack/api-client.ts';
import type { Credentials, Demo } from '../local-stack/demo.ts';
import { followOnce, giveConsent } from '../simulator/give-consent.ts';

/** Path parameters of an operation, by name. */
export type PathParameters = Record<string, string>;

/** What the requests need: path parameters by operation id, and values in place of those of the examples. */
export interface Resources {
  parameters: Record<string, PathParameters>;
  values: Record<string, string>;
}

const WAIT_MS = 30_000;

/**
 * Make a resource for each operation on one, so that valid requests reach it, and no request exhausts what another one
 * needs. What acts on the stage is made by a stage key.
 */
export async function createResources(
  { credentials, signInUrl }: Omit<Demo, 'workspaceName'>,
  stageKey: Credentials,
): Promise<Resources> {
  const request = await createJsonApiClient(credentials);
  // The derived requests repeat the same texts, and members decide about their own items.
  await request('PUT', '/workspace', { authors_may_approve: true, duplicate_guard_hours: 0 });
  const receiver = `${new URL(credentials.base_url).origin}/_inbox`;
  const maker = sampleMaker(request, receiver, eventually);
  const stageMaker = sampleMaker(await createJsonApiClient(stageKey), receiver, eventually);
  const parameters: Resources['parameters'] = {};
  const values: Resources['values'] = {};
  for (const [id, { path, stage }] of allEndpoints()) {
    const sample = sampleOf(id);
    if (!sample) continue;
    for (const [name, value] of Object.entries(await sample.make(stage === true ? stageMaker : maker))) {
      if (path.includes(`{${name}}`)) parameters[id] = { ...parameters[id], [name]: value };
      else if (!sample.path.includes(`{${name}}`)) values[name] = value;
    }
  }
  // A key that the examples name is one with its secret.
  const key = (await request('POST', '/keys', { name: 'Conformance' })) as { id: string; client_secret: string };
  const connect = async (platform: string) =>
    (await request('POST', `/connect/${platform}`, {})) as { id: string; url: string };
  const [flow, forPage] = [await connect('linkedin'), await connect('linkedin')];
  // Selected by a request, which requires that the browser has a session of the caller.
  await followOnce(await giveConsent(flow.url, await signIn(signInUrl)));
  const { url: selectionPage } = await followOnce(await giveConsent(forPage.url));
  return {
    parameters: {
      ...parameters,
      'connect.create': { id_or_platform: 'twitter' },
      'connect.get': { id_or_platform: flow.id },
      'connect.select': { id: flow.id },
    },
    values: {
      ...values,
      [sampleId('account', 0)]: (await maker.make('/v1/accounts/{id}')).id!,
      [sampleId('content', 0)]: (await maker.make('/v1/content/{id}')).id!,
      [sampleId('key', 0)]: key.id,
      'sample-client-secret': key.client_secret,
      [choose.example.query.token]: new URL(selectionPage).searchParams.get('token')!,
    },
  };
}

async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const endMs = Date.now() + WAIT_MS; Date.now() < endMs; await sleep(200)) {
    const result = await look();
    if (result !== undefined) return result;
  }
  throw new Error('The workers have not done their part.');
}

/** Sign in with a link. Return the cookie of the session. */
async function signIn(signInUrl: string): Promise<string> {
  const { origin, hash } = new URL(signInUrl);
  const token = new URLSearchParams(hash.slice(hash.indexOf('?'))).get('token');
  const request = { method: 'POST', body: JSON.stringify({ token }), headers: { 'content-type': 'application/json' } };
  const { headers } = await fetch(`${origin}/v1/auth/sessions`, request);
  const cookie = headers.get('set-cookie')?.split(';')[0];
  if (!cookie) throw new Error('The sign-in link is not valid.');
  return cookie;
}
