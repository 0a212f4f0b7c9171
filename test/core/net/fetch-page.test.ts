import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { fetchPage, parsePage } from '../../../lib/core/net/fetch-page.ts';
import { measureCpuMs, REFERENCE_CPU_MS } from '../../cpu-time.ts';
import { selfSigned } from '../../platforms/certificate.ts';
import { startCannedServer } from '../../platforms/platforms.ts';

const URL_OF_PAGE = new URL('https://example.com/news/1');

describe('parsePage', () => {
  it.each<[string, string, object | null]>([
    [
      'prefers what is meant for cards',
      '<title>Tab</title><meta property="og:title" content="Card"><meta name=description content=Short><meta property="og:image" content="/a.jpg">',
      { title: 'Card', description: 'Short', imageUrl: 'https://example.com/a.jpg' },
    ],
    [
      'takes the title and decodes entities',
      '<html><head><title>\n Tom &amp; Jerry&#39;s </title></head>',
      { title: "Tom & Jerry's", description: '', imageUrl: null },
    ],
    ['is null without a title', '<meta name="description" content="x">', null],
    ['ignores what follows the head', '<head></head><body><svg><title>Icon</title></svg></body>', null],
    ['ignores the text of scripts', '<script>"<title>No</title>"</script><title>Yes</title>', { title: 'Yes' }],
    ['is null for anything but HTML', '{"title":"no"}', null],
  ])('%s', (_, html, expected) => {
    const page = parsePage(html, URL_OF_PAGE);
    if (expected === null) expect(page).toBeNull();
    else expect(page).toMatchObject(expected);
  });

  it('reads hostile pages in linear time', async () => {
    const cpuMs = await measureCpuMs(() => {
      parsePage('<meta '.repeat(80_000), URL_OF_PAGE);
      parsePage('<title>'.repeat(70_000), URL_OF_PAGE);
      parsePage('<script>'.repeat(60_000), URL_OF_PAGE);
      parsePage(`<meta ${'a'.repeat(500_000)}>`, URL_OF_PAGE);
      parsePage(`<meta ${'a="'.repeat(150_000)}>`, URL_OF_PAGE);
      parsePage(`<meta a${' '.repeat(500_000)}>`, URL_OF_PAGE);
    });
    expect(cpuMs).toBeLessThan(50 * REFERENCE_CPU_MS);
  });
});

describe('fetchPage', () => {
  it.each(['http://example.com/', 'https://user:secret@example.com/', 'ftp://example.com/'])(
    'reads nothing at %s',
    async (location) => {
      const resolve = async () => {
        throw new Error('It is looked up');
      };
      expect(await fetchPage(location, resolve)).toBeNull();
    },
  );

  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1'])('sends no request to %s', async (address) => {
    await using server = await startCannedServer(200, '<title>Internal</title>');
    const family = address.includes(':') ? 6 : 4;
    expect(await fetchPage('https://example.com/', async () => [{ address, family }])).toBeNull();
    expect(server.urls).toEqual([]);
  });

  it('is null when the server does not speak TLS', async () => {
    await using server = await startCannedServer(200, '<title>Plain</title>');
    const location = server.origin.replace('http:', 'https:');
    expect(await fetchPage(location, undefined, { allowLoopback: true })).toBeNull();
  });
});

type Page = { status: number; headers: Record<string, string>; body: string };

async function startPage(answer: (url: string) => Page) {
  const { key, cert } = selfSigned();
  const urls: string[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    urls.push(request.url!);
    const { status, headers, body } = answer(request.url!);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { origin, urls, connection: { allowLoopback: true, ca: cert }, [Symbol.asyncDispose]: close };
}

describe('a page over TLS', () => {
  it('is read after redirects, and its title comes from the last one', async () => {
    await using page = await startPage(
      (url): Page =>
        url === '/last'
          ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<title>Last</title>' }
          : { status: 302, headers: { location: '/last' }, body: '' },
    );
    expect(await fetchPage(`${page.origin}/first`, undefined, page.connection)).toMatchObject({ title: 'Last' });
  });

  it('is not read after a redirect to plain HTTP, nor after the fourth redirect', async () => {
    await using insecure = await startPage(() => ({
      status: 302,
      headers: { location: 'http://127.0.0.1/' },
      body: '',
    }));
    expect(await fetchPage(insecure.origin, undefined, insecure.connection)).toBeNull();
    await using endless = await startPage((url) => ({ status: 302, headers: { location: `${url}a` }, body: '' }));
    expect(await fetchPage(endless.origin, undefined, endless.connection)).toBeNull();
    expect(endless.urls).toHaveLength(4);
  });

  it('is not read when it is no HTML or an error', async () => {
    for (const [status, type] of [
      [200, 'application/json'],
      [404, 'text/html'],
    ] as const) {
      await using page = await startPage(() => ({
        status,
        headers: { 'content-type': type },
        body: '<title>x</title>',
      }));
      expect(await fetchPage(page.origin, undefined, page.connection)).toBeNull();
    }
  });

  it('of more than 512 KiB is read at its beginning', async () => {
    const body = `<title>Long</title>${' '.repeat(2_000_000)}`;
    await using page = await startPage(() => ({ status: 200, headers: { 'content-type': 'text/html' }, body }));
    expect(await fetchPage(page.origin, undefined, page.connection)).toMatchObject({ title: 'Long' });
  });
});
