import type { Amounts } from './amounts.ts';
import { AWS_UNIT_MICRO_USD } from './aws-unit-costs.ts';

/** Posts of every outcome: each has been scheduled and sent, or has waited until it failed. */
const POSTS = [
  'posts_published',
  'posts_partially_published',
  'posts_failed',
  'posts_unconfirmed',
  'sandbox_posts',
] as const satisfies (keyof Amounts)[];

/**
 * Add an estimate of what AWS charges for amounts, in millionths of a US dollar. It is linear with whole units, so that the
 * estimates of groups add up to that of their total. Without requests that read, media, counting itself and what the
 * stage costs while idle.
 */
export function withEstimate<A extends Amounts>(amounts: A): A & { aws_micro_usd: number } {
  const posts = POSTS.reduce((sum, name) => sum + amounts[name], 0);
  const { items, delivery_attempts, metric_reads } = amounts;
  const unit = AWS_UNIT_MICRO_USD;
  const aws_micro_usd =
    items * unit.items +
    posts * unit.posts +
    delivery_attempts * unit.delivery_attempts +
    metric_reads * unit.metric_reads;
  return { ...amounts, aws_micro_usd };
}
