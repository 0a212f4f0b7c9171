import { importDeclarations } from '../../lib/bundle/declarations.ts';
import type { PolicyDocs } from '../../lib/core/rate-limit/policy.ts';

// First those of every request.
const MODULES = await importDeclarations<{ POLICY_DOCS: PolicyDocs }>('*/rules/rate-limits.ts', { first: 'identity/' });
const POLICIES = MODULES.flatMap(([, { POLICY_DOCS }]) => Object.entries(POLICY_DOCS));

/** The names of the rate limit policies that responses report. */
export const POLICY_NAMES: readonly string[] = POLICIES.map(([name]) => name);

/** Describe the requests that each policy counts. `place`: the header, or the problem, which refers to the header. */
export function policyDocs(place: 'requests' | 'problem'): string {
  return POLICIES.flatMap(([name, docs]) => (docs[place] ? `\`${name}\`: ${docs[place]}` : [])).join('; ');
}
