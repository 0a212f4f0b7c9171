import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AMOUNTS, type Amounts, sumAmounts } from '../../../lib/usage/rules/amounts.ts';
import { withEstimate } from '../../../lib/usage/rules/aws-estimate.ts';
import { AWS_UNIT_MICRO_USD as unit } from '../../../lib/usage/rules/aws-unit-costs.ts';

const estimate = (amounts: Partial<Amounts>) => withEstimate(sumAmounts([amounts])).aws_micro_usd;

it('estimates a post of any outcome, an item, an attempt of a delivery and a read', () => {
  const posts = { posts_published: 1, posts_partially_published: 1, posts_failed: 1, posts_unconfirmed: 1 };
  expect(estimate({ ...posts, sandbox_posts: 1, parts_published: 9 })).toBe(5 * unit.posts);
  const others = { items: 2, delivery_attempts: 3, metric_reads: 4, platform_micro_usd: 9, media_bytes: 9 };
  expect(estimate(others)).toBe(2 * unit.items + 3 * unit.delivery_attempts + 4 * unit.metric_reads);
});

it('estimates groups that add up to their total exactly', () => {
  const group = fc.record(Object.fromEntries(AMOUNTS.map((name) => [name, fc.nat(1_000_000)])));
  fc.assert(
    fc.property(fc.array(group), (groups) => {
      const sum = groups.reduce((total, each) => total + estimate(each as Amounts), 0);
      expect(estimate(sumAmounts(groups as Amounts[]))).toBe(sum);
    }),
  );
});

it('costs a post at list prices some hundredths of a cent', () => {
  expect(unit.posts).toBeGreaterThan(30);
  expect(unit.posts).toBeLessThan(1_000);
});
