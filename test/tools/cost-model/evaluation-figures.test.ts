import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderCost } from '../../../evaluation/benchmarks/cost/cost.ts';
import { replaceGeneratedSection } from '../../../tools/markdown/replace-generated-section.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
/** The dollars of a row of the table: of its table and queue, and of everything. */
const dollarsOf = (row: string) =>
  new RegExp(`^\\| ${row} \\|.*?\\|.*?\\| ([\\d.]+) \\| ([\\d.]+) \\|`, 'm').exec(renderCost())!;

describe('the cost of a draft', () => {
  it('in performance.md is what `npm run bench -w evaluation -- cost` computes', () => {
    const document = read('evaluation/docs/performance.md');
    expect(replaceGeneratedSection(document, renderCost(), 'npm run bench -w evaluation -- cost')).toBe(document);
  });

  it('in docs/evaluation.md is the sum in performance.md', () => {
    expect(read('docs/evaluation.md')).toContain(`| ${dollarsOf('together')[2]} dollars per million |`);
  });

  it('has the price of a delivery in batches of ten that docs/cost.md has', () => {
    const [, dollars] = /^\| delivery \|.*\| ([\d.]+) \|$/m.exec(read('docs/cost.md'))!;
    expect(dollarsOf('one delivery, in batches of ten')[2]).toBe(dollars);
  });
});
