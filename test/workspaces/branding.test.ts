import { describe, expect, it } from 'vitest';
import { callApi, type Json, setupApi, succeed } from '../functions/api-harness.ts';
import { type CreatedFlow, confirm, setStageApp } from '../functions/connections.ts';
import { callback } from '../functions/given/connect-flow.ts';
import { newStageTenant, newTenant, type Tenant } from '../functions/tenants.ts';
import { callIn, newCustomer } from './given.ts';

const table = setupApi();

const COLORS = { accent: '#0b5cad', background: '#ffffff', text: '#1c1c1c' };
const BRANDING = {
  name: 'Example <Social>',
  colors: COLORS,
  texts: { connect_intro: 'A <b>text</b> {platform} & "more"', connected_text: 'Done.' },
  terms_url: 'https://example.com/terms?a=1&b=%22',
  privacy_url: 'https://example.com/privacy',
  support_email: 'support@example.com',
  locale: 'de',
};

async function createdIn(product: Tenant, workspace: string): Promise<CreatedFlow> {
  await setStageApp('twitter');
  const { json } = await callIn(workspace, product, 'connect.create', {
    params: { id_or_platform: 'twitter' },
    body: { end_user: { display_name: 'Grace Hopper' } },
  });
  return { id: String(json.id), url: String(json.url), start: new URL(String(json.url)).searchParams.get('token')! };
}

const open = ({ start }: CreatedFlow, headers: Record<string, string> = {}) =>
  callApi('connect.open', { query: { token: start }, headers });

const setOfStage = ({ token }: Tenant, body: Json = BRANDING) => callApi('branding.set', { token, body });

describe('PUT /branding', () => {
  it('sets, returns and deletes that of the stage, and that of a workspace beside it', async () => {
    const product = await newStageTenant();
    const { id } = await newCustomer(product);
    const ofStage = await succeed('branding.set', { token: product.token, body: BRANDING });
    expect(ofStage).toEqual({ workspace_id: null, ...BRANDING });
    await callIn(id, product, 'branding.set', { body: { name: 'Bakery' } });
    const ofWorkspace = await callIn(id, product, 'branding.get');
    expect(ofWorkspace.json).toMatchObject({ workspace_id: id, name: 'Bakery', colors: null, locale: null });
    expect((await callApi('branding.get', { token: product.token })).json).toEqual(ofStage);
    await callIn(id, product, 'branding.delete');
    expect((await callIn(id, product, 'branding.get')).json).toMatchObject({ name: null });
    expect((await callApi('branding.get', { token: product.token })).json).toEqual(ofStage);
  });

  it('names the product at Bluesky, whose servers show the name of the client', async () => {
    const nameOf = async () => (await succeed('connect.client-metadata')).client_name;
    expect(await nameOf()).toBe('Content Intelligence Service');
    await setOfStage(await newStageTenant());
    expect(await nameOf()).toBe('Example <Social>');
  });

  it('twice with the same fields, and a deletion of none, write nothing', async () => {
    const product = await newStageTenant();
    await setOfStage(product);
    const before = table.items().find(({ entity, branding }) => entity === 'Workspace' && branding !== undefined);
    await setOfStage(product);
    expect(table.items()).toContainEqual(before);
    await callApi('branding.delete', { token: product.token });
    const deleted = table.items().find(({ pk }) => pk === before!.pk);
    await callApi('branding.delete', { token: product.token });
    expect(table.items()).toContainEqual(deleted);
  });

  it('is rejected for members, and for a workspace that the stage key may not name', async () => {
    const [product, tenant, other] = [await newStageTenant(), await newTenant(), await newTenant()];
    const read = { token: await tokenOfMember(tenant), body: { name: 'Mallory' } };
    expect((await callApi('branding.set', read)).json.code).toBe('insufficient_scope');
    const limited = await newStageTenant({ workspaces: [tenant.workspace.id] });
    const asked = await callIn(other.workspace.id, limited, 'branding.set', { body: { name: 'Mallory' } });
    expect([asked.status, asked.json.code]).toEqual([403, 'workspace_mismatch']);
    expect((await callIn(other.workspace.id, product, 'branding.get')).json.name).toBeNull();
  });

  it.each([
    [{ colors: { ...COLORS, text: '#cccccc' } }, '/colors/text'],
    [{ colors: { ...COLORS, accent: 'red' } }, '/colors/accent'],
    [{ colors: { ...COLORS, accent: '#0b5cad;}body{display:none}' } }, '/colors/accent'],
    [{ colors: { ...COLORS, background: '#FFFFFF' } }, '/colors/background'],
    [{ terms_url: 'javascript:alert(1)' }, '/terms_url'],
    [{ privacy_url: 'http://example.com/' }, '/privacy_url'],
    [{ support_email: 'a@b.example?bcc=c@d.example' }, '/support_email'],
    [{ texts: { connect_intro: 'x'.repeat(301) } }, '/texts/connect_intro'],
    [{ name: 'A\u202eB' }, '/name'],
    [{ locale: 'pt' }, '/locale'],
    [{ texts: { other: 'x' } }, '/texts/other'],
  ])('rejects %j with the field', async (body, pointer) => {
    const { status, json } = await setOfStage(await newStageTenant(), body);
    expect([status, (json.errors as Json[])[0]!.pointer]).toEqual([422, pointer]);
  });
});

async function tokenOfMember({ key, clientSecret }: Tenant): Promise<string> {
  const { json } = await callApi('auth.token', {
    body: { grant_type: 'client_credentials', client_id: key.client_id, client_secret: clientSecret },
  });
  return String(json.access_token);
}

describe('a page of a connection', () => {
  it('has the name, the texts, the links, the colors and the language of the stage, and no markup of them', async () => {
    const product = await newStageTenant();
    await setOfStage(product);
    const { id } = await newCustomer(product);
    const { text, headers } = await open(await createdIn(product, id));
    expect(text).toContain('<html lang="de" dir="ltr">');
    expect(text).toContain('<header>Example &lt;Social&gt;</header>');
    expect(text).toContain('<p>A &lt;b&gt;text&lt;/b&gt; {platform} &amp; &quot;more&quot;</p>');
    expect(text).toContain('<strong>Example Bakery</strong> möchte auf Ihrem X-Konto veröffentlichen.');
    expect(text).toContain('Wenn Sie nicht <strong>Grace Hopper</strong> sind');
    expect(text).toContain('href="https://example.com/terms?a=1&amp;b=%22"');
    expect(text).toContain('href="mailto:support@example.com"');
    expect(text).toContain('button{background:#0b5cad');
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  it('has what its workspace sets, and nothing of another workspace', async () => {
    const product = await newStageTenant();
    await setOfStage(product);
    const [one, other] = [await newCustomer(product), await newCustomer(product)];
    await callIn(one.id, product, 'branding.set', { body: { name: 'Own name', locale: 'fr' } });
    const ofOne = (await open(await createdIn(product, one.id))).text;
    expect(ofOne).toContain('<html lang="fr" dir="ltr">');
    expect(ofOne).toContain('<header>Own name</header>');
    expect(ofOne).toContain('button{background:#0b5cad');
    expect((await open(await createdIn(product, other.id))).text).toContain('<header>Example &lt;Social&gt;</header>');
  });

  it('has the language of the browser where no branding has one, in every state and error', async () => {
    const product = await newStageTenant();
    const { id } = await newCustomer(product);
    const headers = { 'accept-language': 'es-MX,es;q=0.9' };
    const flow = await createdIn(product, id);
    const unknown = { query: { token: 'unknown' }, headers };
    const pages = [
      await open(flow, headers),
      await callApi('connect.open', unknown),
      await callApi('connect.choose', unknown),
      await callApi('connect.submit-choice', { ...unknown, query: { token: 'unknown', external_id: '1' } }),
      await callApi('connect.callback', { query: { state: 'unknown', forwarded: '1' }, headers }),
      await confirm(flow.start, '', headers),
    ];
    for (const { text } of pages) expect(text).toContain('<html lang="es" dir="ltr">');
    expect(pages[1]!.text).toContain('Este enlace no es válido');
  });

  it('of no connection has the branding of the stage', async () => {
    const product = await newStageTenant();
    await setOfStage(product);
    const { text } = await callback({ state: 'unknown' });
    expect(text).toContain('<header>Example &lt;Social&gt;</header>');
    expect(text).toContain('<code>unknown_state</code>');
  });
});
