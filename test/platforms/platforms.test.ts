import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { PlatformListResponse } from '../../lib/platforms/api/platforms/responses.ts';
import { listContentRules } from '../../lib/platforms/content-rules.ts';
import type { ContentRule } from '../../lib/platforms/kit/definition/platform-definition.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platforms.ts';
import { callApi, setupApi } from '../functions/api-harness.ts';
import { newTenant } from '../functions/tenants.ts';

type Description = z.infer<ReturnType<typeof PlatformListResponse>>['platforms'][number];

/** The rules whose limits can be above those of this service. */
const BOUNDED_BY_SERVICE: ContentRule['rule'][] = ['too_many_media', 'alt_text_too_long'];

setupApi();

async function listPlatforms(token: string): Promise<Description[]> {
  const { status, json } = await callApi('platforms.list', { token });
  expect(status).toBe(200);
  return json.platforms as Description[];
}

async function describePlatform(platform: Platform): Promise<{ described: Description; token: string }> {
  const { token } = await newTenant();
  const described = (await listPlatforms(token)).find((each) => each.platform === platform)!;
  return { described, token };
}

const IMAGE = { url: 'https://media.example.com/a.jpg', type: 'image' };

/** Validate a post of one platform, with an image where the platform requires one. */
async function validate({ described, token }: { described: Description; token: string }, fields: object) {
  const { platform, capabilities } = described;
  const media = capabilities.text_only ? {} : { media: [IMAGE] };
  const body = { title: 'A', platforms: [platform], ...media, ...fields };
  const { status, json } = await callApi('content.validate', { token, body });
  return { status, codes: ((json.errors ?? []) as { code: string }[]).map(({ code }) => code) };
}

describe('200 of GET /platforms', () => {
  it('has each platform with the name that people write and its other names', async () => {
    const { token } = await newTenant();
    const named = (await listPlatforms(token)).map(({ platform, name, aliases }) => [platform, name, aliases]);
    expect(named).toEqual([
      ['instagram', 'Instagram', []],
      ['twitter', 'X', ['x']],
      ['linkedin', 'LinkedIn', []],
      ['bluesky', 'Bluesky', []],
    ]);
  });

  it('is the same for every workspace', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    expect(await listPlatforms(one.token)).toEqual(await listPlatforms(other.token));
  });

  it.each([
    ['twitter', ['oauth', 'access_token']],
    ['bluesky', ['oauth', 'app_password']],
  ] as const)('says how an account on %s is connected', async (platform, methods) => {
    expect((await describePlatform(platform)).described.connection.methods).toEqual(methods);
  });

  it.each(PLATFORMS)('has every numeric rule of %s', async (platform) => {
    const { described } = await describePlatform(platform);
    const shown = new Set(JSON.stringify(described.limits).match(/\d+(\.\d+)?/g));
    const limits = listContentRules(platform).flatMap((rule) =>
      'limit' in rule && !BOUNDED_BY_SERVICE.includes(rule.rule) ? [rule.limit] : [],
    );
    expect(limits.filter((limit) => !shown.has(String(limit)))).toEqual([]);
  });

  it.each(PLATFORMS)('has no alternative text for %s that a request must not have', async (platform) => {
    const of = await describePlatform(platform);
    const { max_alt_text_characters: max } = of.described.limits.media;
    expect(await validate(of, { media: [{ ...IMAGE, alt: 'a'.repeat(max) }] })).toEqual({ status: 200, codes: [] });
    expect((await validate(of, { media: [{ ...IMAGE, alt: 'a'.repeat(max + 1) }] })).status).toBe(422);
  });

  it.each(PLATFORMS)('has the longest text that is valid on %s', async (platform) => {
    const of = await describePlatform(platform);
    const { max_characters: max } = of.described.limits.text;
    expect((await validate(of, { description: 'a'.repeat(max) })).status).toBe(200);
    expect((await validate(of, { description: 'a'.repeat(max + 1) })).codes).toEqual(['text_too_long']);
  });

  it.each(PLATFORMS)('has the most files that are valid on %s', async (platform) => {
    const of = await describePlatform(platform);
    const max = of.described.limits.media.max_count!;
    expect((await validate(of, { media: Array(max).fill(IMAGE) })).status).toBe(200);
    expect((await validate(of, { media: Array(max + 1).fill(IMAGE) })).status).toBe(422);
  });

  it.each(PLATFORMS)('has the visibilities that are valid on %s', async (platform) => {
    const of = await describePlatform(platform);
    const { values } = of.described.options.find(({ name }) => name === 'visibility')!;
    expect(values).toEqual(of.described.capabilities.visibilities);
    for (const visibility of ['public', 'connections']) {
      const { status } = await validate(of, { platform_options: { [platform]: { visibility } } });
      expect(status).toBe(values!.includes(visibility) ? 200 : 422);
    }
  });

  it.each(PLATFORMS)('has `threads` where a thread is valid on %s', async (platform) => {
    const of = await describePlatform(platform);
    const { max_items } = of.described.options.find(({ name }) => name === 'thread')!;
    expect(max_items).toBe(of.described.capabilities.threads ? 24 : 0);
    const { status } = await validate(of, { thread: [{ text: 'B' }] });
    expect(status).toBe(of.described.capabilities.threads ? 200 : 422);
    const without = { thread: [{ text: 'B' }], platform_options: { [platform]: { thread: [] } } };
    expect((await validate(of, without)).status).toBe(200);
  });

  it.each(PLATFORMS)('has the option `link` where it is valid on %s, and what it excludes', async (platform) => {
    const of = await describePlatform(platform);
    const option = of.described.options.find(({ name }) => name === 'link');
    expect(option !== undefined).toBe(of.described.capabilities.link_cards);
    const link = { platform_options: { [platform]: { link: 'https://example.com/a' } } };
    expect((await validate(of, link)).status).toBe(option ? 200 : 422);
    const beside = await validate(of, { ...link, media: [IMAGE] });
    expect(beside.codes.includes('link_with_media')).toBe(option?.excludes.includes('media') ?? false);
  });
});

describe('401 of GET /platforms', () => {
  it('is the response to a request without a token', async () => {
    expect((await callApi('platforms.list')).status).toBe(401);
  });
});
