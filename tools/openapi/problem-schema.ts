import * as z from 'zod/mini';
import { PROBLEM_TYPES } from '../../lib/app/problems/problem-types.ts';
import { importDeclarations } from '../../lib/bundle/declarations.ts';
import { integer, lazyObject } from '../../lib/core/api/response-fields.ts';
import type { Extension, Extensions } from '../../lib/core/problems/define-extensions.ts';
import { platformName } from '../../lib/platforms/api/response-fields.ts';
import { POLICY_NAMES, policyDocs } from './rate-policies.ts';

// First those of problems that every feature throws.
const MODULES = await importDeclarations<{ extensions: Extensions }>('**/problem-extensions.ts', { first: 'core/' });
const BY_NAME = Map.groupBy(
  MODULES.flatMap(([, { extensions }]) => Object.entries(extensions)),
  ([name]) => name,
);

/** The extension members of problems, which the features declare. A test fails for a response with another one. */
const EXTENSIONS = {
  ...Object.fromEntries(
    [...BY_NAME].map(([name, declared]) => [
      name,
      extensionSchema(
        name,
        declared.map(([, extension]) => extension),
      ),
    ]),
  ),
  'violated-policies': z
    .optional(z.array(z.enum(POLICY_NAMES)))
    .check(
      z.describe(`quota-exceeded: the exceeded policies, named as in RateLimit-Policy; ${policyDocs('problem')}.`),
      z.meta({ examples: [['minute']] }),
    ),
};

/** The schema of every problem response. */
// biome-ignore format: one field per line.
export const Problem = lazyObject(() => ({
  type: z.string().check(z.meta({ description: 'URI of the documentation page for this problem type, relative to the request.', examples: ['/v1/problems/validation_failed'] })),
  title: z.string().check(z.meta({ description: 'Short summary of the problem type.', examples: ['Validation failed'] })),
  status: integer().check(z.meta({ description: 'The HTTP status code.', examples: [422] })),
  detail: z.string().check(z.meta({ description: 'Human-readable explanation of this occurrence.', examples: ['/title: Required field is missing.'] })),
  instance: z.string().check(z.meta({ description: 'A URN that identifies this request.', examples: ['urn:request:req_01K00000000000000000000000'] })),
  code: z.enum([...PROBLEM_TYPES.keys()]).check(z.meta({ description: 'Machine-readable problem code. Identical to the last segment of `type`.', examples: ['validation_failed'] })),
  request_id: z.string().check(z.meta({ description: 'The id of the request, also returned in `X-Request-Id`. Include it when you contact support.', examples: ['req_01K00000000000000000000000'] })),
  retryable: z.boolean(),
  errors: z.optional(
    z.array(
      z.object({
        pointer: z.string().check(z.meta({ description: 'A JSON Pointer to the field, or the name of the query parameter.', examples: ['/title'] })),
        code: z.string().check(z.meta({ description: 'Machine-readable code of the violated rule.', examples: ['required'] })),
        detail: z.string().check(z.meta({ description: 'Human-readable explanation of the violated rule.', examples: ['Required field is missing.'] })),
        platform: z.optional(platformName()).check(z.meta({ description: 'The platform that requires the rule, if only one does.', examples: ['instagram'] })),
      }),
    ),
  ).check(z.describe('The invalid fields or parameters, at most 20.')),
  ...EXTENSIONS,
}));

/**
 * Build the schema of a member, which several features may declare: each adds what it states in its problems. Throws where
 * two features disagree on the form.
 */
function extensionSchema(name: string, declared: readonly Extension[]): z.ZodMiniType {
  const [{ schema = z.string(), format, example }] = declared as [Extension];
  const differs = declared.some((each) => (each.schema ?? schema) !== schema || (each.format ?? format) !== format);
  if (differs) throw new Error(`Two features declare ${name} in different forms.`);
  const byText = Map.groupBy(
    declared.flatMap(({ of }) => Object.entries(of)),
    ([, text]) => text,
  );
  const description = [...byText]
    .map(([text, codes]) => `${codes.map(([code]) => code).join(', ')}: ${text}`)
    .join(' ');
  return z
    .optional(schema)
    .check(z.meta({ description, ...(format && { format }), ...(example !== undefined && { examples: [example] }) }));
}
