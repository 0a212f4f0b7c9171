import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockedAddressReason, validateReceiverUrl } from '../../../lib/core/net/ssrf-guard.ts';
import { ADDRESSES, DISGUISED_ADDRESSES } from './addresses.ts';

const PUBLIC = { allowLoopback: false };
const LOCAL = { allowLoopback: true };

describe('addresses', () => {
  test.each(ADDRESSES)('%s is in the range %s', (ip, rejection) => {
    expect(blockedAddressReason(ip, PUBLIC)).toBe(rejection);
  });

  test.each(ADDRESSES)('allowLoopback changes nothing about %s unless it is loopback', (ip, rejection) => {
    expect(blockedAddressReason(ip, LOCAL)).toBe(rejection === 'loopback' ? null : rejection);
  });

  test.each(['', 'localhost', '127.1', '2130706433', '[::1]', '1.2.3.4/32'])(
    'a non-canonical address is blocked: %j',
    (text) => {
      expect(blockedAddressReason(text, LOCAL)).toBe('invalid');
    },
  );

  test('no IPv6 address outside 2000::/3 is ever allowed', () => {
    const outside = fc
      .tuple(
        fc.integer({ min: 0, max: 0xffff }),
        fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 7, maxLength: 7 }),
      )
      .filter(([first]) => first < 0x2000 || first > 0x3fff)
      .map(([first, rest]) => [first, ...rest].map((group) => group.toString(16)).join(':'));
    fc.assert(fc.property(outside, (ip) => blockedAddressReason(ip, PUBLIC) !== null));
  });
});

describe('IP addresses as the host of an endpoint', () => {
  const literals = ADDRESSES.filter(([ip]) => !ip.includes('%'));

  test.each(literals)('https to %s is allowed as its address is: %s', (ip, rejection) => {
    const host = ip.includes(':') ? `[${ip}]` : ip;
    expectVerdict(`https://${host}/hook`, rejection);
  });

  test.each(DISGUISED_ADDRESSES)('%s is read as %s and allowed as that: %s', (written, meant, rejection) => {
    expectVerdict(`https://${written}/hook`, rejection, `https://${meant}/hook`);
  });

  test('every numeric form of an IPv4 address is allowed as its address is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (number) => {
        const octets = [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];
        const rejection = blockedAddressReason(octets.join('.'), PUBLIC);
        for (const written of [
          String(number),
          `0x${number.toString(16)}`,
          `0${number.toString(8)}`,
          `${octets[0]}.${number & 0xffffff}`,
          octets.map((octet) => `0${octet.toString(8)}`).join('.'),
        ]) {
          expectVerdict(`https://${written}/hook`, rejection, `https://${octets.join('.')}/hook`);
        }
      }),
    );
  });

  function expectVerdict(raw: string, rejection: string | null, url?: string) {
    const verdict = validateReceiverUrl(raw, PUBLIC);
    if (rejection === null) {
      expect(verdict).toEqual({ url: url ?? expect.any(String) });
    } else {
      expect(verdict).toEqual({ rejection: expect.stringContaining(`rejected as ${rejection}.`) });
    }
  }
});

describe('endpoint URLs', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/hook?a=b&c=%20', 'https://example.com/hook?a=b&c=%20'],
    ['HTTPS://Example.COM/Hook', 'https://example.com/Hook'],
    ['https://example.com:443/', 'https://example.com/'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['https://example.com./', 'https://example.com/'],
    ['https://example.com/hook#part', 'https://example.com/hook'],
    ['https://example.com#', 'https://example.com/'],
    ['https://exa%6Dple.com/', 'https://example.com/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://аpple.com/', 'https://xn--pple-43d.com/'],
    ['https://example.com/a/../b', 'https://example.com/b'],
    ['https://example.com/user@example.org', 'https://example.com/user@example.org'],
    ['https://my_hooks.example.com/', 'https://my_hooks.example.com/'],
    // Only its addresses can tell, at delivery.
    ['https://127.0.0.1.nip.io/', 'https://127.0.0.1.nip.io/'],
    [`https://example.com/${'a'.repeat(2028)}`, `https://example.com/${'a'.repeat(2028)}`],
  ])('%s is stored as %s', (raw, url) => {
    expect(validateReceiverUrl(raw, PUBLIC)).toEqual({ url });
  });

  test.each([
    ['', /begin with https/],
    ['example.com/hook', /begin with https/],
    ['/hook', /begin with https/],
    ['//example.com/hook', /begin with https/],
    ['http://example.com/', /begin with https/],
    ['ftp://example.com/', /begin with https/],
    ['file:///etc/passwd', /begin with https/],
    ['javascript:alert(1)', /begin with https/],
    ['https:example.com', /begin with https/],
    ['https:/example.com', /begin with https/],
    ['https:///example.com', /begin with https/],
    ['https://', /begin with https/],
    ['https://?', /begin with https/],
    ['https://user:secret@example.com/', /user name or password/],
    ['https://user@example.com/', /user name or password/],
    ['https://@example.com/', /user name or password/],
    ['https://example.com@127.0.0.1/', /user name or password/],
    [' https://example.com/', /whitespace/],
    ['https://example.com/ ', /whitespace/],
    ['https://exam\tple.com/', /whitespace/],
    ['https://example.com/\n', /whitespace/],
    ['https://example.com/\u00a0', /whitespace/],
    ['https://example.com/\u0000', /control characters/],
    ['https://example.com/\u007f', /control characters/],
    ['https:\\\\example.com\\', /backslashes/],
    ['https://example.com\\@127.0.0.1/', /backslashes/],
    ['https://example.com:22/', /port/],
    ['https://example.com:25/', /port/],
    ['https://example.com:80/', /port/],
    ['https://example.com:6379/', /port/],
    ['https://example.com:0/', /port/],
    ['https://example.com:99999/', /not valid/],
    ['https://[::1%25lo]/', /not valid/],
    ['https://127.0.0.256/', /not valid/],
    ['https://exa mple.com/', /whitespace/],
    ['https://exa<mple.com/', /not valid/],
    ["https://exa'mple.com/", /valid domain name/],
    ['https://example..com/', /valid domain name/],
    ['https://example.com../', /valid domain name/],
    [`https://${'a'.repeat(64)}.com/`, /valid domain name/],
    [`https://${'a.'.repeat(127)}com/`, /valid domain name/],
    ['https://localhost/', /full domain name/],
    ['https://localhost./', /full domain name/],
    ['https://LOCALHOST/', /full domain name/],
    ['https://intranet/', /full domain name/],
    ['https://hooks.localhost/', /public name/],
    ['https://metadata.google.internal/', /public name/],
    ['https://ip-10-0-0-1.ec2.internal./', /public name/],
    ['https://printer.local/', /public name/],
    [`https://example.com/${'a'.repeat(2029)}`, /2048 characters/],
    [`https://example.com/${'ü'.repeat(1000)}`, /2048 characters/],
  ])('%j is rejected with the violated rule: %s', (raw, rule) => {
    expect(validateReceiverUrl(raw, PUBLIC)).toEqual({ rejection: expect.stringMatching(rule) });
  });

  test.each([
    ['http://localhost:3000/hook', 'http://localhost:3000/hook'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
    ['http://2130706433:8080/', 'http://127.0.0.1:8080/'],
    ['http://[::1]:8080/', 'http://[::1]:8080/'],
    ['http://receiver.localhost:8080/', 'http://receiver.localhost:8080/'],
    ['https://localhost:9443/', 'https://localhost:9443/'],
    ['https://example.com/', 'https://example.com/'],
  ])('with allowLoopback %s is stored as %s', (raw, url) => {
    expect(validateReceiverUrl(raw, LOCAL)).toEqual({ url });
  });

  test.each([
    ['http://example.com/', /begin with https/],
    ['http://localhost.example.com/', /begin with https/],
    ['http://notlocalhost/', /begin with https/],
    ['https://example.com:3000/', /port/],
    ['http://8.8.8.8/', /begin with https/],
    ['http://0.0.0.0:8080/', /unspecified/],
    ['http://[::ffff:127.0.0.1]:8080/', /embedded_ipv4/],
    ['http://192.168.0.1/', /private/],
    ['http://169.254.169.254/', /link_local/],
    ['http://user@localhost:3000/', /user name/],
    ['ftp://localhost/', /begin with https/],
  ])('with allowLoopback %s is still rejected: %s', (raw, rule) => {
    expect(validateReceiverUrl(raw, LOCAL)).toEqual({ rejection: expect.stringMatching(rule) });
  });
});
