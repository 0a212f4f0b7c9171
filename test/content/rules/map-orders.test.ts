import { describe, expect, it } from 'vitest';
import { fieldChanges } from '../../../lib/audit/rules/audit-diff.ts';
import { filesOf, hasFiles, parseStatement } from '../../../lib/content/rules/approval/approval-statement.ts';
import type { Content, Target } from '../../../lib/content/rules/content.ts';
import { linkedMediaPointers } from '../../../lib/content/rules/media-references.ts';
import { combineSends } from '../../../lib/content/rules/sends/earlier-sends.ts';
import { firstFile } from '../../../lib/content/rules/view/thumbnail.ts';
import { contentRow, formatRows } from '../../../lib/exports/rules/export-rows.ts';
import { type LibraryMedia, PLATFORMS } from '../../../lib/platforms/platform.ts';
import { searchedFields } from '../../../lib/search/rules/search-document.ts';
import { returnedCopy } from '../../functions/stored-copy.ts';
import { at, draft, scheduled } from './items.ts';

/** The table returns a map in any order: what is signed, stored, compared or shown as a list does not depend on it. */

const library = (name: string) =>
  ({
    media_id: `med_${name}`,
    type: 'image',
    file: { sha256: name, size_bytes: 1, adaptations: [] },
  }) as unknown as LibraryMedia;

/** An item whose platforms have files and texts of their own. */
function withOptions(media: (name: string) => object): Content {
  const options = PLATFORMS.map((platform) => [platform, { text: `Own ${platform}`, media: [media(platform)] }]);
  return { ...draft(...PLATFORMS).content, platform_options: Object.fromEntries(options) };
}

/** Call a function with an item in many orders of its maps, and return what it returns in the first one. */
function inAllOrders<T extends object, R>(value: T, call: (value: T) => R): R {
  const results = new Set(Array.from({ length: 100 }, () => JSON.stringify(call(returnedCopy(value)))));
  expect(results.size).toBe(1);
  return call(value);
}

describe('whatever the order of its maps, an item has the same', () => {
  it('files in a signed statement', () => {
    const files = inAllOrders(withOptions(library), filesOf);
    expect(files).toHaveLength(PLATFORMS.length);
  });

  it('first file', () => {
    expect(inAllOrders({ ...withOptions(library), media: [] }, firstFile)).not.toBeNull();
  });

  it('pointers to files behind a URL', () => {
    const linked = withOptions((name) => ({ url: `https://example.com/${name}.jpg`, type: 'image' }));
    expect(inAllOrders(linked, linkedMediaPointers)).toHaveLength(1 + PLATFORMS.length);
  });

  it('words in the index of the search, in their order', () => {
    expect(inAllOrders(withOptions(library), searchedFields).terms.length).toBeGreaterThan(PLATFORMS.length);
  });

  it('bytes in the CSV file of an export', () => {
    const item = { ...withOptions(library), metadata: { cost_center: '1', brief: '2', owner: '3' } };
    const csv = (content: Content) => formatRows([contentRow(content, content)], 'content', 'csv', true);
    expect(inAllOrders(item, csv)).toContain('{""brief"":""2"",""cost_center"":""1"",""owner"":""3""}');
  });

  it('order of changes in the audit log', () => {
    const { content } = scheduled(...PLATFORMS);
    const fields = inAllOrders(content, (after) =>
      fieldChanges('Content', null, after, true, (text) => text)!.map(({ field }) => field),
    );
    expect(fields.filter((field) => field.startsWith('targets.'))).toHaveLength(PLATFORMS.length);
  });
});

it('a statement that was signed with another order of its files has the files of its item', () => {
  const files = filesOf(withOptions(library));
  const signed = { type: 'content_approval', version: 1, accounts: [], files: files.toReversed() };
  const statement = parseStatement(JSON.stringify(signed))!;
  expect(hasFiles(statement, files)).toBe(true);
  expect(hasFiles(statement, files.slice(1))).toBe(false);
  expect(hasFiles(statement, [...files.slice(1), { ...files[0]!, sha256: 'other' }])).toBe(false);
});

it('the sends of several targets begin with the first one, whichever target is read first', () => {
  const sent = (second: number) => ({ sent_at: at(second), checks: 0, sends: [] });
  const all = [sent(20), sent(10), sent(30)] satisfies Target['unconfirmed_send'][];
  expect(combineSends(all)!.sent_at).toBe(at(10));
});
