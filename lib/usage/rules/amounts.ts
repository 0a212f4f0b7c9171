/** What is counted, in the order of responses. Money is in millionths of a US dollar. */
export const AMOUNTS = [
  'items',
  'posts_published',
  'posts_partially_published',
  'posts_failed',
  'posts_unconfirmed',
  'parts_published',
  'sandbox_posts',
  'platform_micro_usd',
  'metric_reads',
  'media_bytes',
  'deliveries',
  'delivery_attempts',
  'accounts_added',
  'accounts_removed',
] as const;

export type Amounts = Record<(typeof AMOUNTS)[number], number>;
/** Amounts without those that are zero. */
export type SomeAmounts = Partial<Amounts>;

/** Return the sum of amounts; an absent one is zero. */
export function sumAmounts(all: SomeAmounts[]): Amounts {
  const sum = (name: keyof Amounts) => all.reduce((total, each) => total + (each[name] ?? 0), 0);
  return Object.fromEntries(AMOUNTS.map((name) => [name, sum(name)])) as Amounts;
}

/** Return what `after` has more than `before`; less is negative. Without what is equal. */
export function differenceOf(before: SomeAmounts, after: SomeAmounts): SomeAmounts {
  return withoutZeros(
    Object.fromEntries(AMOUNTS.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)])) as SomeAmounts,
  );
}

/** Return amounts without those that are zero. */
export function withoutZeros(amounts: SomeAmounts): SomeAmounts {
  return Object.fromEntries(Object.entries(amounts).filter(([, value]) => value !== 0));
}
