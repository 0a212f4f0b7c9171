import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = globSync('{*.md,docs/**/*.md,lib/platforms/*/*.md,evaluation/docs/*.md}', { cwd: ROOT });

/** Files that `npm run generate` writes; other tests verify them. */
const GENERATED = ['docs/api.md'];

/** A relative link of a document: the document, the target path and the fragment. */
interface Link {
  from: string;
  target: string;
  fragment: string | undefined;
}

function linksIn(document: string): Link[] {
  const text = readFileSync(join(ROOT, document), 'utf8').replace(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, href]) => href!)
    .filter((href) => !/^(https?:|mailto:)/.test(href))
    .map((href) => {
      const [path, fragment] = href.split('#');
      return { from: document, target: path ? join(dirname(document), path) : document, fragment };
    });
}

/** Return the fragments of a document's headings as GitHub builds them. */
function fragmentsIn(document: string): string[] {
  const headings = readFileSync(join(ROOT, document), 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the relative links of the documentation', () => {
  const links = DOCUMENTS.flatMap(linksIn);

  it('are found in several documents', () => {
    expect(new Set(links.map(({ from }) => from)).size).toBeGreaterThan(5);
  });

  it('lead to files that exist', () => {
    const existing = ({ target }: Link) => GENERATED.includes(target) || existsSync(join(ROOT, target));
    expect(links.filter((link) => !existing(link))).toEqual([]);
  });

  it('lead to headings that exist', () => {
    const broken = links.filter(
      ({ target, fragment }) =>
        fragment && target.endsWith('.md') && existsSync(join(ROOT, target)) && !fragmentsIn(target).includes(fragment),
    );
    expect(broken).toEqual([]);
  });
});
