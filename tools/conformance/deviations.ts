import { INEXPRESSIBLE_RULES, UNREACHABLE_OPERATIONS } from './inexpressible-rules.ts';
import type { FailedCheck, Report } from './report.ts';

/** The checks that compare what is accepted: whether a valid request is rejected, and an invalid one is not. */
const ACCEPTANCE = ['positive_data_acceptance', 'negative_data_rejection'];

/**
 * List the deviations of the service from its document, one line each. A request that matches the document may be rejected
 * for a rule of the table. Responses of the gateway itself are not in the document.
 */
export function findDeviations(
  failed: FailedCheck[],
  rules: Record<string, readonly RegExp[]> = INEXPRESSIBLE_RULES,
): string[] {
  return failed.flatMap((each) => {
    if (each.isFromGateway) return [];
    const isAboutAcceptance = ACCEPTANCE.includes(each.check);
    const reasons = isAboutAcceptance ? unknownReasons(each, rules) : each.reasons;
    if (isAboutAcceptance && reasons.length === 0) return [];
    return `${each.operation}: ${each.check}: ${each.status} ${reasons.join(' ')}\n    ${each.request}`;
  });
}

/** List the reasons of a rejection that no rule of the table is for. */
function unknownReasons({ operation, reasons }: FailedCheck, rules: Record<string, readonly RegExp[]>): string[] {
  const known = rules[operation] ?? [];
  return reasons.filter((reason) => !known.some((pattern) => pattern.test(reason)));
}

/**
 * List the operations with rules for which no request was rejected: the document may express them by now. Operations that share
 * a list have the same fields, and few requests each.
 */
export function findUnusedRules(
  failed: FailedCheck[],
  rules: Record<string, readonly RegExp[]> = INEXPRESSIBLE_RULES,
): string[] {
  const used = failed
    .filter(({ isFromGateway, check }) => !isFromGateway && ACCEPTANCE.includes(check))
    .filter((each) => unknownReasons(each, rules).length < each.reasons.length)
    .map(({ operation }) => operation);
  const usedRules = new Set(used.map((operation) => rules[operation]));
  const unused = Object.keys(rules).filter((operation) => !usedRules.has(rules[operation]));
  return unused.map((operation) => `${operation}: no request was rejected for its rules in the table`);
}

/** List the operations whose success differs from the table of those that a derived request cannot reach. */
export function findUnreached(
  operations: readonly string[],
  { succeeded }: Pick<Report, 'succeeded'>,
  unreachable: Record<string, string> = UNREACHABLE_OPERATIONS,
): string[] {
  return operations.flatMap((operation) => {
    const isListed = Object.hasOwn(unreachable, operation);
    if (succeeded.has(operation) !== isListed) return [];
    return isListed
      ? `${operation}: a request succeeded, and the table says that none can`
      : `${operation}: no request succeeded`;
  });
}
