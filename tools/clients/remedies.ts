import { PROBLEM_TYPES } from '../../lib/app/problems/problem-types.ts';
import { GO_GENERATED } from './go-text.ts';
import type { ClientModel, EnumType } from './model.ts';
import { textIn } from './sample-values.ts';
import { GENERATED } from './text.ts';

/** Write the generated files that say how to resolve a problem, by path: responses have the code of a problem alone. */
export function remedyFiles({ types }: ClientModel): [string, string][] {
  const { values } = types.find(({ name }) => name === 'ProblemCode') as EnumType;
  const rows = values.flatMap((code): [string, string][] => {
    const doc = PROBLEM_TYPES.get(code);
    return doc ? [[code, doc.remedy]] : [];
  });
  const lines = (line: (code: string, remedy: string) => string) => rows.map((row) => line(...row)).join('\n');
  return [
    [
      'clients/typescript/src/remedies.ts',
      `// ${GENERATED}

/** How to resolve a problem, by its code. */
export const REMEDIES: Readonly<Record<string, string>> = {
${lines((code, remedy) => `  ${textIn(code, "'")}: ${textIn(remedy, "'")},`)}
};
`,
    ],
    [
      'clients/python/content_intelligence/_remedies.py',
      `# ${GENERATED}
"""How to resolve a problem, by its code."""

REMEDIES = {
${lines((code, remedy) => `    ${JSON.stringify(code)}: ${JSON.stringify(remedy)},`)}
}
`,
    ],
    [
      'clients/go/remedies.go',
      `${GO_GENERATED}

package cis

// remedyOf returns how to resolve a problem, or an empty text for a code that this version does not know.
func remedyOf(code ProblemCode) string {
	switch code {
${lines((code, remedy) => `	case ${JSON.stringify(code)}:\n		return ${JSON.stringify(remedy)}`)}
	default:
		return ""
	}
}
`,
    ],
    [
      'clients/ruby/lib/content_intelligence/remedies.rb',
      `# frozen_string_literal: true

# ${GENERATED}
module ContentIntelligence
  # How to resolve a problem, by its code.
  REMEDIES = {
${lines((code, remedy) => `    ${textIn(code, '"')} => ${textIn(remedy, '"')},`)}
  }.freeze
  private_constant :REMEDIES
end
`,
    ],
    [
      'clients/php/src/Remedies.php',
      `<?php

// ${GENERATED}

declare(strict_types=1);

namespace ContentIntelligence;

/** How to resolve a problem, by its code. */
final class Remedies
{
    public const BY_CODE = [
${lines((code, remedy) => `        ${textIn(code, "'")} => ${textIn(remedy, "'")},`)}
    ];
}
`,
    ],
  ];
}
