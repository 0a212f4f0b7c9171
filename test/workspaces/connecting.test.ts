import { afterEach, describe, expect, it, vi } from 'vitest';
import { CONNECTORS } from '../../lib/platforms/adapters.ts';
import { stage as stageSettings } from '../../lib/stack/stages.ts';
import { callApi, type Json, setupApi } from '../functions/api-harness.ts';
import { continueInBrowser, setStageApp } from '../functions/connections.ts';
import { ACCOUNT, callback, returnWithCode } from '../functions/given/connect-flow.ts';
import { newStageTenant, newTenant, type Tenant } from '../functions/tenants.ts';
import { callIn, newCustomer } from './given.ts';

// The server of a product creates a connect URL for an end user without a login of this service.

setupApi();
const exchange = vi.spyOn(CONNECTORS.twitter!, 'exchange');
const unlisted = process.env.SETTINGS;
afterEach(() => {
  exchange.mockReset();
  process.env.SETTINGS = unlisted;
});

const GRACE = { end_user: { display_name: 'Grace <Hopper>' } };

async function start(body: Json, stage?: Tenant) {
  const product = stage ?? (await newStageTenant());
  const { id: workspace } = await newCustomer(product, { name: 'Example Bakery' });
  await setStageApp('twitter');
  return callIn(workspace, product, 'connect.create', { params: { id_or_platform: 'twitter' }, body });
}

async function created(body: Json) {
  const { json, status, text } = await start(body);
  expect(status, text).toBe(201);
  const url = String(json.url);
  return { id: String(json.id), url, start: new URL(url).searchParams.get('token')! };
}

describe('a connection for a person whom a product names', () => {
  it('shows the customer, the platform and the person on its start page, and no member', async () => {
    const { start: token } = await created(GRACE);
    const { text } = await callApi('connect.open', { query: { token } });
    expect(text).toContain('<strong>Example Bakery</strong> wants to publish to your X account.');
    expect(text).toContain(
      'If you are not <strong>Grace &lt;Hopper&gt;</strong>, or did not expect this page, close it.',
    );
    expect(text).not.toMatch(/@|do not know them/);
  });

  it('names no member on any other page', async () => {
    const flow = await continueInBrowser(await created({ ...GRACE, return_url: 'https://app.example.com/' }));
    exchange.mockResolvedValue({ outcome: 'granted', accounts: [{ ...ACCOUNT, name: 'Acme' }] });
    const pages = [await callback({ state: flow.state, code: 'a-code' }), await returnWithCode(flow)];
    for (const { text } of pages) expect(text).toContain('<strong>Example Bakery</strong>');
    for (const { text } of pages) expect(text).not.toMatch(/@|do not know them|usr_/);
  });

  it('is started by a stage key alone, also by its token for one workspace', async () => {
    const { token } = await newTenant();
    await setStageApp('twitter');
    const asked = { token, params: { id_or_platform: 'twitter' }, body: GRACE };
    const { status, json } = await callApi('connect.create', asked);
    expect([status, json.errors]).toEqual([422, [expect.objectContaining({ pointer: '/end_user' })]]);
  });

  it.each([
    ['', 'Must not be empty.'],
    ['Grace\u0000', 'Must not contain control characters.'],
    ['Grace\u202eecarG', 'Must not contain invisible characters.'],
    ['x'.repeat(101), 'Must be at most 100 characters.'],
  ])('rejects the display name %j', async (display_name, detail) => {
    const { status, json } = await start({ end_user: { display_name } });
    expect(status).toBe(422);
    expect(json.errors).toContainEqual(expect.objectContaining({ pointer: '/end_user/display_name', detail }));
  });
});

describe('a return to an app', () => {
  const allow = (...returnUrls: string[]) => {
    process.env.SETTINGS = JSON.stringify(stageSettings('local', 3000, { returnUrls }));
  };

  it('has a scheme of the list, and receives the id, the status and the error, without a token', async () => {
    allow('com.example.app:');
    const flow = await continueInBrowser(await created({ ...GRACE, return_url: 'com.example.app:/done' }));
    const { text } = await callback({ state: flow.state, error: 'access_denied' }, flow.cookie);
    const target = `com.example.app:/done?connect_id=${flow.id}&amp;status=failed&amp;error=access_denied`;
    expect(text).toContain(`<a href="${target}">Return to the app</a>`);
  });

  it.each(['javascript:alert(1)', 'https://evil.example/', 'intent://x#Intent;scheme=com.example.app;end'])(
    'is never %s, which is not in the list',
    async (return_url) => {
      allow('com.example.app:', 'https://app.example.com');
      const { status, json } = await start({ return_url });
      expect([status, json.errors]).toEqual([422, [expect.objectContaining({ pointer: '/return_url' })]]);
    },
  );
});
