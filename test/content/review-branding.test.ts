import { describe, expect, it } from 'vitest';
import { hashOf } from '../../lib/core/http/html.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { deleteMemberWrites } from '../../lib/identity/store/members.ts';
import { callApi, type Json } from '../functions/api-harness.ts';
import { arranged, decide, open, respond } from '../functions/given/review.ts';
import { reviewForm } from '../functions/resources.ts';
import { newStageTenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

setupWorkers();

const COLORS = { accent: '#8a1538', background: '#fff8f0', text: '#2b1d14' };
const PRODUCT = { name: 'Example Social', colors: COLORS, support_email: 'support@example.com' };
const NAMES_OF_SERVICE = /content intelligence|\bcis\b/i;

async function setBranding(body: Json, workspace?: string): Promise<void> {
  const { token } = await newStageTenant();
  const { status, text } = await callApi('branding.set', { token, body, ...(workspace && { headers: { workspace } }) });
  expect(status, text).toBe(200);
}

describe('the pages of a reviewer', () => {
  it('have the name, the colors and the links of the product, and no name of the service', async () => {
    const { link } = await arranged();
    await setBranding(PRODUCT);
    const pages = [await open(link.token), await decide(link), await open('unknown')];
    for (const { text, headers } of pages) {
      expect(text).toContain('<header>Example Social</header>');
      expect(text).toContain('<a href="mailto:support@example.com">Support</a>');
      const [, style] = /<style>(.*)<\/style>/.exec(text)!;
      expect(style).toContain('background:#fff8f0');
      expect(headers['content-security-policy']).toContain(hashOf(style!));
      expect(text).not.toMatch(NAMES_OF_SERVICE);
    }
  });

  it('have the branding of their workspace before that of the stage, and none of another workspace', async () => {
    const [one, other] = [await arranged(), await arranged()];
    await setBranding(PRODUCT);
    await setBranding({ name: 'Bakery Social' }, one.author.workspace.id);
    expect((await open(one.link.token)).text).toContain('<header>Bakery Social</header>');
    expect((await open(other.link.token)).text).toContain('<header>Example Social</header>');
  });

  it('are in the language of the product, else in that of the browser', async () => {
    const { link } = await arranged({ scheduled_at: '2026-08-10T09:30:00Z' });
    const inBrowser = (language: string) =>
      callApi('review.show', { query: { token: link.token }, headers: { 'accept-language': language } });
    expect((await inBrowser('fr')).text).toContain('En attente d’approbation');
    await setBranding({ ...PRODUCT, locale: 'de' });
    const { text } = await inBrowser('fr');
    expect(text).toContain('<html lang="de"');
    expect(text).toContain('Wartet auf Freigabe');
    expect(text).toContain('10. August 2026 um 09:30 UTC');
    expect((await respond({ token: link.token, action: 'comment', text: ' ' })).text).toContain('nicht gespeichert');
    expect((await open('unknown')).text).toContain('Unbekannter Link');
  });

  it.each([
    ['en', ', requested by a former member', 'A former member</h3>'],
    ['de', ', eingereicht von einem ehemaligen Mitglied', 'Ein ehemaliges Mitglied</h3>'],
    ['fr', ', soumise par un ancien membre', 'Un ancien membre</h3>'],
    ['es', ', enviada por un antiguo miembro', 'Un antiguo miembro</h3>'],
  ])('name a former member in %s within a sentence and at the start of a text', async (language, within, first) => {
    const { author, id, link } = await arranged();
    await callApi('content.create-comment', { token: author.token, params: { id }, body: { body: 'Please look.' } });
    await commit(deleteMemberWrites(author.owner));
    const headers = { 'accept-language': language };
    const { text } = await callApi('review.show', { query: { token: link.token }, headers });
    expect(text).toContain(within);
    expect(text).toContain(first);
  });

  it('keep their language after a form', async () => {
    const { link } = await arranged();
    const form = reviewForm({ token: link.token, action: 'comment', text: 'Bien' });
    const saved = await callApi('review.respond', { ...form, headers: { ...form.headers, 'accept-language': 'es' } });
    expect(saved.text).toContain('<h1>Guardado</h1>');
  });
});
