import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleFunctions } from '../../lib/bundle/bundling.ts';
import { PUBLISHED_DOCUMENTS, pageOf, sourceOf, toPublishedMarkdown } from '../../lib/bundle/published-documents.ts';
import { SITE_FOLDER } from '../../lib/bundle/site-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const SITE = join(bundleFunctions().get('on-site-change')!, SITE_FOLDER);
const textOf = (path: string) => readFileSync(join(SITE, path), 'utf8');
const INDEX = textOf('docs/llms.txt');

/** A link of a published text: where it is, the path in the site that it leads to, and the fragment. */
interface Link {
  from: string;
  target: string;
  fragment: string | undefined;
}

function linksIn(from: string): Link[] {
  const prose = textOf(from).replaceAll(/```[\s\S]*?```/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, href]) => href!)
    .filter((href) => !/^(https?:|mailto:)/.test(href))
    .map((href) => {
      const [path, fragment] = href.split('#');
      const target = path?.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path!);
      return { from, target: path === '' ? from : target, fragment };
    });
}

const toPage = (path: string) => `${pageOf(path).slice(1)}index.html`;

/** The path of the file that CloudFront reads, which has an index page for a folder. */
const fileOf = (target: string) => (target.endsWith('/') ? `${target}index.html` : target);

function fragmentsIn(path: string): string[] {
  return [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the Markdown of the site', () => {
  const pages = PUBLISHED_DOCUMENTS.map((path) => `docs/${path}`);
  const links = ['llms.txt', 'docs/llms.txt', ...pages].flatMap(linksIn);

  it('has the documents of the list "Use" of docs/README.md, the behavior and the guides to platforms, and no other', () => {
    const [, list] = /^- \*\*Use\*\*: (.*)$/m.exec(readFileSync(join(ROOT, 'docs/README.md'), 'utf8'))!;
    const used = [...list!.matchAll(/\]\(([^).]+\.md)\)/g)].map(([, path]) => path!);
    const behavior = globSync('reference/*.md', { cwd: join(ROOT, 'docs') });
    const guides = globSync('lib/platforms/*/guide.md', { cwd: ROOT });
    const published = [...new Set([...used, ...behavior])].map((path) => `docs/${path}`);
    expect(PUBLISHED_DOCUMENTS.map(sourceOf).sort()).toEqual([...published, ...guides].sort());
    expect(globSync('docs/**/*.md', { cwd: SITE }).sort()).toEqual([...pages].sort());
  });

  it('has links that lead to files of the site', () => {
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ target }) => !existsSync(join(SITE, fileOf(target))))).toEqual([]);
  });

  it('has links that lead to headings of these files', () => {
    const inMarkdown = links.filter(({ target, fragment }) => fragment && target.endsWith('.md'));
    expect(inMarkdown.length).toBeGreaterThan(20);
    expect(inMarkdown.filter(({ target, fragment }) => !fragmentsIn(target).includes(fragment!))).toEqual([]);
  });

  it('has the text of each document, but for links to what is not published', () => {
    const withoutLinks = (text: string) => text.replaceAll(/!?\[([^\]]*)\]\([^)\s]+\)/g, '$1');
    for (const path of PUBLISHED_DOCUMENTS) {
      const source = readFileSync(join(ROOT, sourceOf(path)), 'utf8');
      expect(withoutLinks(textOf(`docs/${path}`))).toBe(withoutLinks(source));
    }
  });

  it('has no images, which the site does not have', () => {
    for (const page of pages) expect(textOf(page)).not.toMatch(/!\[/);
  });
});

/** The links of a page as a browser resolves them: the path in the site and the fragment. */
function linksOfPage(page: string): Link[] {
  return [...textOf(page).matchAll(/ href="([^"]+)"/g)]
    .map(([, href]) => new URL(href!.replaceAll('&amp;', '&'), `https://site/${page.replace(/index\.html$/, '')}`))
    .filter(({ host, pathname }) => host === 'site' && !/^\/(v1|app)\//.test(pathname))
    .map(({ pathname, hash }) => ({ from: page, target: pathname.slice(1), fragment: hash.slice(1) || undefined }));
}

describe('the pages of the site', () => {
  const pages = ['docs/index.html', 'docs/guides/index.html', ...PUBLISHED_DOCUMENTS.map(toPage)];
  const links = pages.flatMap(linksOfPage);

  it('are those of every published document', () => {
    expect(globSync('docs/**/index.html', { cwd: SITE }).sort()).toEqual([...pages].sort());
  });

  it('have links that lead to files of the site', () => {
    expect(links.length).toBeGreaterThan(2_000);
    expect(links.filter(({ target }) => !existsSync(join(SITE, fileOf(target))))).toEqual([]);
  });

  it('have links that lead to elements of these pages', () => {
    const ids = new Map(pages.map((page) => [page, textOf(page)]));
    const toElements = links.filter(({ target, fragment }) => fragment && !fragment.startsWith('/') && target !== '');
    expect(toElements.length).toBeGreaterThan(100);
    expect(
      toElements.filter(({ target, fragment }) => !ids.get(fileOf(target))?.includes(` id="${decodeURI(fragment!)}"`)),
    ).toEqual([]);
  });

  it('have the same navigation over the guides and the groups of the reference', () => {
    const navigations = pages.map((page) =>
      /<nav .*?<\/nav>/s.exec(textOf(page))![0].replace(' aria-current="page"', ''),
    );
    expect(new Set(navigations).size).toBe(1);
    for (const path of PUBLISHED_DOCUMENTS) expect(navigations[0]).toContain(`href="${pageOf(path)}"`);
    expect(navigations[0]).toContain('href="/docs/#/content"');
  });

  it('have no script, apart from the reference', () => {
    for (const page of pages.slice(1)) expect(textOf(page)).not.toMatch(/<script|<[^>]* (?:style|on\w+)=/);
  });

  it('color code', () => {
    expect(textOf('docs/clients/index.html')).toContain('<span class="hljs-keyword">import</span>');
  });
});

describe('llms-full.txt', () => {
  it('has the Markdown of every published document', () => {
    const full = textOf('docs/llms-full.txt');
    for (const path of PUBLISHED_DOCUMENTS) expect(full).toContain(textOf(`docs/${path}`));
  });
});

describe('the document that the reference renders', () => {
  const [file] = globSync('docs/assets/reference-*.json', { cwd: SITE });
  const text = textOf(file!);
  const { servers, tags } = JSON.parse(text) as { servers: { url: string }[]; tags: { name: string }[] };

  it('has one name of X in the values of requests, and the server of the page', () => {
    expect(text).not.toMatch(/"enum":\[[^\]]*"x"[^\]]*"twitter"|"enum":\[[^\]]*"twitter"[^\]]*"x"/);
    expect(text).toMatch(/"enum":\[[^\]]*"x"/);
    expect(servers.map(({ url }) => url)).toEqual(['/v1']);
  });

  it('has the groups in the order of their use: content first, and access last', () => {
    const names = tags.map(({ name }) => name);
    const first = ['content', 'media', 'accounts', 'connect', 'webhooks', 'analytics'];
    expect(names.filter((name) => first.includes(name))).toEqual(first);
    expect(names.at(-1)).toBe('auth');
  });
});

describe('a link of a published document', () => {
  it.each([
    ['agents.md', '[limits](reference/api-keys.md#agent-keys)', '[limits](reference/api-keys.md#agent-keys)'],
    ['reference/api-keys.md', '[agents](../agents.md)', '[agents](../agents.md)'],
    ['api.md', '[the document](/docs/openapi.json)', '[the document](/docs/openapi.json)'],
    ['cli.md', '[a standard](https://example.com/a.md)', '[a standard](https://example.com/a.md)'],
    ['cli.md', '[times](#times)', '[times](#times)'],
    ['connect.md', '[X](../lib/platforms/twitter/guide.md#a)', '[X](connect/twitter.md#a)'],
    ['connect/twitter.md', '[tokens](../../../docs/analytics.md#a)', '[tokens](../analytics.md#a)'],
    ['connect/twitter.md', '[another](../linkedin/guide.md)', '[another](linkedin.md)'],
    ['connect/twitter.md', '[laptop](../../../docs/laptop.md)', 'laptop'],
    ['reference/api-keys.md', '[CloudFront](../deploy.md#dashboard)', 'CloudFront'],
    ['clients.md', '[Go](../clients/go/README.md)', 'Go'],
    ['tour.md', '![A month](screenshots/calendar.png)', 'A month'],
    ['cli.md', '```md\n[a](b.md)\n```', '```md\n[a](b.md)\n```'],
  ])('of %s, %s, is written %s', (path, text, expected) => {
    expect(toPublishedMarkdown(path, text)).toBe(expected);
  });
});

describe('llms.txt', () => {
  it('has the form of llmstxt.org: a title, a summary, paragraphs, and sections that are lists of links', () => {
    const [head = '', ...sections] = INDEX.split(/^## /m);
    expect(head).toMatch(/^# .+\n\n> .+\n\n(?:[^#>].+\n\n)*$/);
    expect(sections.map((section) => section.split('\n')[0])).toEqual(['Begin', 'Guides', 'Behavior', 'Optional']);
    for (const section of sections)
      expect(section).toMatch(/^\w+\n\n(?:- \[[^\]]+\]\(\/docs\/[\w./-]+\.md\): .+\n)+\n?$/);
  });

  it('is at the root of the host, too', () => {
    expect(textOf('llms.txt')).toBe(INDEX);
  });
});
