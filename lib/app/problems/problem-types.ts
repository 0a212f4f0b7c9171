// Generated from the problem types of the features by `npm run generate`; do not edit.
import * as accountsProblems from '../../accounts/problems.ts';
import * as agentsProblems from '../../agents/problems.ts';
import * as analyticsProblems from '../../analytics/problems.ts';
import * as contentProblems from '../../content/problems.ts';
import type { Problem } from '../../core/problems/define-problem.ts';
import * as coreProblemsProblems from '../../core/problems/problems.ts';
import * as duplicatesProblems from '../../duplicates/problems.ts';
import * as exportsProblems from '../../exports/problems.ts';
import * as feedsProblems from '../../feeds/problems.ts';
import * as haltsProblems from '../../halts/problems.ts';
import * as identityProblems from '../../identity/problems.ts';
import * as identityRulesOauthProblems from '../../identity/rules/oauth/problems.ts';
import * as identitySignInProblems from '../../identity/sign-in-problems.ts';
import * as importsProblems from '../../imports/problems.ts';
import * as labelsProblems from '../../labels/problems.ts';
import * as linkRulesProblems from '../../link-rules/problems.ts';
import * as mediaProblems from '../../media/problems.ts';
import * as publishingProblems from '../../publishing/problems.ts';
import * as queuesProblems from '../../queues/problems.ts';
import * as recurrencesProblems from '../../recurrences/problems.ts';
import * as templatesProblems from '../../templates/problems.ts';
import * as usageProblems from '../../usage/problems.ts';
import * as webhooksProblems from '../../webhooks/problems.ts';
import * as workspacesProblems from '../../workspaces/problems.ts';

const MODULES: Record<string, Problem>[] = [
  accountsProblems,
  agentsProblems,
  analyticsProblems,
  contentProblems,
  coreProblemsProblems,
  duplicatesProblems,
  exportsProblems,
  feedsProblems,
  haltsProblems,
  identityProblems,
  identityRulesOauthProblems,
  identitySignInProblems,
  importsProblems,
  labelsProblems,
  linkRulesProblems,
  mediaProblems,
  publishingProblems,
  queuesProblems,
  recurrencesProblems,
  templatesProblems,
  usageProblems,
  webhooksProblems,
  workspacesProblems,
];

/** Every problem type, by its code. */
export const PROBLEM_TYPES: ReadonlyMap<string, Problem> = new Map(
  MODULES.flatMap((module) => Object.values(module))
    .sort((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1))
    .map((problem) => [problem.code, problem]),
);
