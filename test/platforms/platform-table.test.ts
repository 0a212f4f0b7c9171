import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlatform, PLATFORM_TABLE, PLATFORMS, type Platform, parsePostUrl } from '../../lib/platforms/platforms.ts';

const idIn = (platform: Platform, url: string) => parsePostUrl(platform, url)?.id ?? null;
const isPostUrl = (platform: Platform, url: string) => parsePostUrl(platform, url) !== null;
const nameIn = (platform: Platform, url: string, kind: 'post' | 'comment' = 'post') =>
  parsePostUrl(platform, url, kind)?.name;

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

describe('the id in a URL of X', () => {
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
    expect(idIn('twitter', url)).toBe(id);
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
    expect(idIn('twitter', url)).toBeNull();
  });
});

describe('the id in a URL of LinkedIn', () => {
  it.each([
    ['https://www.linkedin.com/feed/update/urn:li:share:7101/', 'urn:li:share:7101'],
    ['https://www.linkedin.com/feed/update/urn:li:ugcPost:7102', 'urn:li:ugcPost:7102'],
    ['https://linkedin.com/feed/update/urn%3Ali%3Ashare%3A7104', 'urn:li:share:7104'],
    ['https://de.linkedin.com/feed/update/urn%3ali%3augcPost%3a7105/', 'urn:li:ugcPost:7105'],
  ])('finds it in %s', (url, id) => {
    expect(idIn('linkedin', url)).toBe(id);
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
    expect(idIn('linkedin', url)).toBeNull();
  });
});

describe('the id in a URL', () => {
  it('is not found on Instagram, whose URLs have a shortcode', () => {
    expect(idIn('instagram', 'https://www.instagram.com/p/Cabc123/')).toBeNull();
  });

  it('is one of the platform or none, whatever URL a caller sends', () => {
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
          const id = idIn(platform, `https://${name}/${rest}`);
          if (id !== null) expect(id).toMatch(platform === 'twitter' ? /^\d{1,19}$/ : /^urn:li:[a-zA-Z]+:\d+$/);
        },
      ),
    );
  });
});

describe('the URL of a post', () => {
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
    ['https://www.linkedin.com/posts/activity-7101-abcd', true],
    ['https://www.linkedin.com/posts/ada_hello', false],
    ['https://www.linkedin.com/feed/update/urn:li:activity:7103?utm_source=share', true],
    ['https://www.linkedin.com/posts/', false],
    ['https://www.linkedin.com/in/ada/?update=urn:li:share:7101', false],
    ['https://www.linkedin.com@evil.example/feed/update/urn:li:share:7101', false],
  ])('of LinkedIn, %s: %s', (url, expected) => {
    expect(isPostUrl('linkedin', url)).toBe(expected);
  });
});

describe('the name of a post in a URL', () => {
  it.each<[Platform, string, string[]]>([
    [
      'twitter',
      '20',
      ['https://x.com/acme/status/20', 'https://x.com/b/status/0020', 'https://X.com:443/c/../acme/status/20'],
    ],
    [
      'linkedin',
      'urn:li:share:71',
      ['https://linkedin.com/feed/update/urn:li:share:71', 'https://www.linkedin.com/posts/ada_a-share-071-abcd'],
    ],
    [
      'linkedin',
      'urn:li:ugcPost:71',
      [
        'https://linkedin.com/feed/update/urn%3ali%3augcpost%3a71',
        'https://www.linkedin.com/posts/ada_a-ugcPost-71-abcd',
      ],
    ],
    [
      'linkedin',
      'urn:li:activity:71',
      [
        'https://linkedin.com/feed/update/urn:li:activity:71',
        'https://www.linkedin.com/posts/ada_a-share-1-activity-71-abcd',
      ],
    ],
    [
      'instagram',
      'https://www.instagram.com/p/C_a-1/',
      [
        'https://instagram.com/p/C_a-1',
        'https://www.instagram.com/acme/reel/C_a-1/?hl=en',
        'https://www.instagram.com/reels/C_a-1/',
        'https://www.instagram.com/p/C_a-1/c/17/',
      ],
    ],
    [
      'bluesky',
      'https://bsky.app/profile/a.test/post/3l6oveex3ii2l',
      [
        'https://bsky.app/profile/A.test/post/3l6oveex3ii2l',
        'https://bsky.app/profile/a.test/post/3l6oveex3ii2l?ref=1',
      ],
    ],
  ])('on %s is %s in all forms', (platform, name, urls) => {
    expect(urls.map((url) => nameIn(platform, url))).toEqual(urls.map(() => name));
  });

  it('on Bluesky is the id if the account of a handle is known', () => {
    const did = `did:plc:${'a'.repeat(24)}`;
    const named = parsePostUrl('bluesky', 'https://bsky.app/profile/a.test/post/3l6oveex3ii2l', 'post', did);
    expect(named).toEqual({
      name: `at://${did}/app.bsky.feed.post/3l6oveex3ii2l`,
      id: `at://${did}/app.bsky.feed.post/3l6oveex3ii2l`,
    });
  });

  it.each<[Platform, string, string]>([
    [
      'linkedin',
      'https://www.linkedin.com/feed/update/urn:li:share:71?commentUrn=urn%3Ali%3Acomment%3A%28activity%3A72%2C73%29',
      'urn:li:comment:73',
    ],
    ['linkedin', 'https://www.linkedin.com/feed/update/urn:li:share:71', 'urn:li:share:71'],
    ['instagram', 'https://www.instagram.com/p/C_a-1/c/17/', '17'],
    ['instagram', 'https://www.instagram.com/p/C_a-1/', 'https://www.instagram.com/p/C_a-1/'],
    ['twitter', 'https://x.com/acme/status/20', '20'],
  ])('of a comment on %s in %s is %s', (platform, url, name) => {
    expect(nameIn(platform, url, 'comment')).toBe(name);
  });
});

describe('the time in the id of a post', () => {
  it.each<[Platform, string, string]>([
    ['twitter', 'https://x.com/Wikipedia/status/1541815603606036480', '2022-06-28T16:07:40.105Z'],
    [
      'linkedin',
      'https://www.linkedin.com/feed/update/urn:li:activity:7141138937766391808',
      '2023-12-14T18:56:38.709Z',
    ],
  ])('on %s is known: %s', (platform, url, time) => {
    const { createdAtMs } = parsePostUrl(platform, url)!;
    expect(new Date(createdAtMs!).toISOString()).toBe(time);
  });
});
