// Generated from tools/cost-model/units.json by `npm run generate`; do not edit.

/** What AWS charges for one of each, in millionths of a US dollar, rounded up, at list prices and measured alone. */
export const AWS_UNIT_MICRO_USD = {
  items: 14,
  posts: 121,
  delivery_attempts: 15,
  metric_reads: 21,
} as const;
