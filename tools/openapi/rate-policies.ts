import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { PolicyDocs } from '../../lib/core/rate-limit/policy.ts';

const LIB = '../../lib';
const FILES = globSync('*/rules/rate-limits.ts', { cwd: join(import.meta.dirname, LIB) }).sort();
// First those of every request.
const IN_ORDER = FILES.toSorted((one, other) => rankOf(one) - rankOf(other));
const MODULES = await Promise.all(
  IN_ORDER.map(async (file) => (await import(join(LIB, file))) as { POLICY_DOCS: PolicyDocs }),
);
const POLICIES = MODULES.flatMap(({ POLICY_DOCS }) => Object.entries(POLICY_DOCS));

function rankOf(file: string): number {
  return file.startsWith('identity/') ? 0 : 1;
}

/** The names of the rate limit policies that responses report. */
export const POLICY_NAMES: readonly string[] = POLICIES.map(([name]) => name);

/** Describe the requests that each policy counts. `place`: the header, or the problem, which refers to the header. */
export function policyDocs(place: 'requests' | 'problem'): string {
  return POLICIES.flatMap(([name, docs]) => (docs[place] ? `\`${name}\`: ${docs[place]}` : [])).join('; ');
}
