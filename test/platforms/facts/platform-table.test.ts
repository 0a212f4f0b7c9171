import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isPlatform,
  isPostUrl,
  PLATFORM_TABLE,
  PLATFORMS,
  postIdFromUrl,
} from '../../../lib/platforms/facts/platforms.ts';

describe('PLATFORMS', () => {
  it('have their names in the API', () => {
    expect(PLATFORMS).toEqual(expect.arrayContaining(['instagram', 'linkedin', 'twitter']));
    expect(PLATFORMS).toEqual(Object.keys(PLATFORM_TABLE));
  });
});

describe('isPlatform', () => {
  it.each(PLATFORMS)('knows %s', (platform) => {
    expect(isPlatform(platform)).toBe(true);
  });

  it.each([['x'], ['Twitter'], ['twitter '], [''], ['constructor'], ['__proto__'], ['0'], [undefined]])(
    'rejects %j',
    (name) => {
      expect(isPlatform(name)).toBe(false);
    },
  );
});

describe('postIdFromUrl of a URL on X', () => {
  it.each([
    ['https://x.com/acme/status/1445880548472328192', '1445880548472328192'],
    ['https://x.com/i/web/status/1445880548472328192', '1445880548472328192'],
    ['https://twitter.com/acme/status/20', '20'],
    ['https://x.com/acme/status/20?s=20', '20'],
    ['https://x.com/acme/status/20#m', '20'],
    ['https://x.com/acme/status/20/photo/1', '20'],
    ['https://mobile.twitter.com/acme/status/20', '20'],
    ['https://www.x.com/acme/status/20', '20'],
  ])('finds it in %s', (url, id) => {
    expect(postIdFromUrl('twitter', url)).toBe(id);
  });

  it.each([
    ['of another host', 'https://example.com/acme/status/20'],
    ['of a host that begins alike', 'https://x.com.example/acme/status/20'],
    ['of a host that ends alike', 'https://netflix.com/acme/status/20'],
    ['without TLS', 'http://x.com/acme/status/20'],
    ['of a profile', 'https://x.com/acme'],
    ['whose number is none', 'https://x.com/acme/status/twenty'],
    ['whose number goes on in letters', 'https://x.com/acme/status/20a'],
    ['whose number is too long for an id', 'https://x.com/acme/status/12345678901234567890'],
    ['that has the form only behind the question mark', 'https://x.com/acme?to=/acme/status/20'],
  ])('finds none in one %s', (_, url) => {
    expect(postIdFromUrl('twitter', url)).toBeNull();
  });
});

describe('postIdFromUrl of a URL on LinkedIn', () => {
  it.each([
    ['https://www.linkedin.com/feed/update/urn:li:share:7101/', 'urn:li:share:7101'],
    ['https://www.linkedin.com/feed/update/urn:li:ugcPost:7102', 'urn:li:ugcPost:7102'],
    ['https://linkedin.com/feed/update/urn%3Ali%3Ashare%3A7104', 'urn:li:share:7104'],
    ['https://de.linkedin.com/feed/update/urn%3ali%3augcPost%3a7105/', 'urn:li:ugcPost:7105'],
  ])('finds it in %s', (url, id) => {
    expect(postIdFromUrl('linkedin', url)).toBe(id);
  });

  it.each([
    ['of another host', 'https://example.com/feed/update/urn:li:share:7101'],
    ['of a host that ends alike', 'https://notlinkedin.com/feed/update/urn:li:share:7101'],
    ['without TLS', 'http://www.linkedin.com/feed/update/urn:li:share:7101'],
    ['of an activity, which has the number of no post', 'https://www.linkedin.com/feed/update/urn:li:activity:7103'],
    ['that names no post', 'https://www.linkedin.com/in/ada/'],
    ['that names something else', 'https://www.linkedin.com/feed/update/urn:li:person:7101'],
    ['that is escaped wrongly', 'https://www.linkedin.com/feed/update/%zz'],
    ['whose number is too long for an id', 'https://www.linkedin.com/feed/update/urn:li:share:123456789012345678901'],
    ['that is escaped in half', 'https://www.linkedin.com/feed/update/urn%3Ali%3Ashare%3'],
  ])('finds none in one %s', (_, url) => {
    expect(postIdFromUrl('linkedin', url)).toBeNull();
  });
});

describe('postIdFromUrl', () => {
  it('finds none on Instagram, whose URLs hold a shortcode', () => {
    expect(postIdFromUrl('instagram', 'https://www.instagram.com/p/Cabc123/')).toBeNull();
  });

  it('answers any URL a caller may send: with an id of that platform, or with none', () => {
    const path = fc.string({
      unit: fc.constantFrom('%', '%3A', 'urn', ':', 'li', 'share', '/', '7', 'status', '?'),
    });
    const host = fc.constantFrom('x.com', 'twitter.com', 'www.linkedin.com');
    fc.assert(
      fc.property(
        fc.constantFrom('twitter' as const, 'linkedin' as const, 'instagram' as const),
        host,
        path,
        (platform, name, rest) => {
          const id = postIdFromUrl(platform, `https://${name}/${rest}`);
          if (id !== null) expect(id).toMatch(platform === 'twitter' ? /^\d{1,19}$/ : /^urn:li:[a-zA-Z]+:\d+$/);
        },
      ),
    );
  });
});

describe('isPostUrl', () => {
  it.each(PLATFORMS)('accepts the example of %s, and on no other platform', (platform) => {
    const { example } = PLATFORM_TABLE[platform].postUrl;
    expect(PLATFORMS.filter((name) => isPostUrl(name, example))).toEqual([platform]);
  });

  it.each([
    ['https://www.instagram.com/p/Cabc123/', true],
    ['https://instagram.com/reel/C_a-1?hl=en', true],
    ['https://www.instagram.com/acme/p/Cabc123/', true],
    ['https://www.instagram.com/acme/', false],
    ['https://www.instagram.com.example/p/Cabc123/', false],
    ['https://user@evil.example/https://www.instagram.com/p/Cabc123/', false],
    ['http://www.instagram.com/p/Cabc123/', false],
  ])('of Instagram, %s: %s', (url, expected) => {
    expect(isPostUrl('instagram', url)).toBe(expected);
  });

  it.each([
    ['https://www.linkedin.com/posts/ada_hello-activity-7101-abcd', true],
    ['https://www.linkedin.com/feed/update/urn:li:activity:7103?utm_source=share', true],
    ['https://www.linkedin.com/posts/', false],
    ['https://www.linkedin.com/in/ada/?update=urn:li:share:7101', false],
    ['https://www.linkedin.com@evil.example/feed/update/urn:li:share:7101', false],
  ])('of LinkedIn, %s: %s', (url, expected) => {
    expect(isPostUrl('linkedin', url)).toBe(expected);
  });
});
