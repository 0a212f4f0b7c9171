import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleFunctions } from '../../lib/bundle/bundling.ts';
import { PUBLISHED_DOCUMENTS, toPublishedMarkdown } from '../../lib/bundle/published-documents.ts';
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

  it('has the documents of the list "Use" of the README, the behavior and the guides to platforms, and no other', () => {
    const [, list] = /^- \*\*Use\*\*: (.*)$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))!;
    const used = [...list!.matchAll(/\]\(docs\/([^)]+)\)/g)].map(([, path]) => path!);
    const folders = globSync('{connect,reference}/*.md', { cwd: join(ROOT, 'docs') });
    expect([...PUBLISHED_DOCUMENTS].sort()).toEqual([...new Set([...used, ...folders])].sort());
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
      const source = readFileSync(join(ROOT, 'docs', path), 'utf8');
      expect(withoutLinks(textOf(`docs/${path}`))).toBe(withoutLinks(source));
    }
  });

  it('has no images, which the site does not have', () => {
    for (const page of pages) expect(textOf(page)).not.toMatch(/!\[/);
  });
});

describe('a link of a published document', () => {
  it.each([
    ['agents.md', '[limits](reference/api-keys.md#agent-keys)', '[limits](reference/api-keys.md#agent-keys)'],
    ['reference/api-keys.md', '[agents](../agents.md)', '[agents](../agents.md)'],
    ['api.md', '[`openapi.json`](openapi.json)', '[`openapi.json`](openapi.json)'],
    ['cli.md', '[a standard](https://example.com/a.md)', '[a standard](https://example.com/a.md)'],
    ['cli.md', '[times](#times)', '[times](#times)'],
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
