import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlatform, PLATFORM_TABLE, PLATFORMS, postIdFromUrl } from '../../lib/platforms/platforms.ts';

describe('PLATFORMS', () => {
  it('are those of the contract, by the names of the API', () => {
    expect(PLATFORMS).toEqual(expect.arrayContaining(['instagram', 'linkedin', 'twitter']));
    expect(PLATFORMS).toEqual(Object.keys(PLATFORM_TABLE));
  });
});

describe('isPlatform', () => {
  it.each(PLATFORMS)('knows %s', (platform) => {
    expect(isPlatform(platform)).toBe(true);
  });

  it.each([['x'], ['Twitter'], ['twitter '], [''], ['constructor'], ['__proto__'], ['0'], [undefined]])(
    'refuses %j',
    (name) => {
      expect(isPlatform(name)).toBe(false);
    },
  );
});

describe('postIdFromUrl of an address on X', () => {
  it.each([
    ['https://x.com/acme/status/1445880548472328192', '1445880548472328192'],
    ['https://x.com/i/web/status/1445880548472328192', '1445880548472328192'],
    ['https://twitter.com/acme/status/20', '20'],
    ['https://x.com/acme/status/20?s=20', '20'],
    ['https://x.com/acme/status/20#m', '20'],
    ['https://x.com/acme/status/20/photo/1', '20'],
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

describe('postIdFromUrl of an address on LinkedIn', () => {
  it.each([
    ['https://www.linkedin.com/feed/update/urn:li:share:7101/', 'urn:li:share:7101'],
    ['https://www.linkedin.com/feed/update/urn:li:ugcPost:7102', 'urn:li:ugcPost:7102'],
    ['https://www.linkedin.com/feed/update/urn:li:activity:7103?utm_source=share', 'urn:li:activity:7103'],
    ['https://linkedin.com/feed/update/urn%3Ali%3Ashare%3A7104', 'urn:li:share:7104'],
    ['https://de.linkedin.com/feed/update/urn%3ali%3aactivity%3a7105/', 'urn:li:activity:7105'],
  ])('finds it in %s', (url, id) => {
    expect(postIdFromUrl('linkedin', url)).toBe(id);
  });

  it.each([
    ['of another host', 'https://example.com/feed/update/urn:li:share:7101'],
    ['of a host that ends alike', 'https://notlinkedin.com/feed/update/urn:li:share:7101'],
    ['without TLS', 'http://www.linkedin.com/feed/update/urn:li:share:7101'],
    ['that names no post', 'https://www.linkedin.com/in/ada/'],
    ['that names something else', 'https://www.linkedin.com/feed/update/urn:li:person:7101'],
    ['that is escaped wrongly', 'https://www.linkedin.com/feed/update/%zz'],
    ['that is escaped in half', 'https://www.linkedin.com/feed/update/urn%3Ali%3Ashare%3'],
  ])('finds none in one %s', (_, url) => {
    expect(postIdFromUrl('linkedin', url)).toBeNull();
  });
});

describe('postIdFromUrl', () => {
  it('finds none on Instagram, whose addresses hold a shortcode', () => {
    expect(postIdFromUrl('instagram', 'https://www.instagram.com/p/Cabc123/')).toBeNull();
  });

  it('answers any address a caller may send: with an id of that platform, or with none', () => {
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
