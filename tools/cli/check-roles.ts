/** The IAM roles of an account in all regions: how many it has, and how many it may have. */
export interface RoleQuota {
  roles: number;
  rolesQuota: number;
}

/** “Roles per account” in Service Quotas, which has the quotas of IAM in one region. */
const REQUEST =
  'aws service-quotas request-service-quota-increase --region us-east-1 --service-code iam --quota-code L-FE177D64';

/**
 * Compare the roles of a stage with the quota of the account. An upgrade that replaces roles creates the new ones before it
 * deletes the former ones, so a stage needs room for two of each. `deployed` is how many roles the stage already has.
 * Returns whether they fit, and the lines to print.
 */
export function checkRoles(
  stageName: string,
  { roles, rolesQuota }: RoleQuota,
  ofStage: number,
  deployed: number,
): { isEnough: boolean; lines: string[] } {
  const others = roles - deployed;
  const needed = others + 2 * ofStage;
  const isEnough = needed <= rolesQuota;
  const lines = [
    `IAM quota “Roles per account”: ${rolesQuota}`,
    `roles of ${stageName}: ${ofStage}, and as many again during an upgrade`,
    `other roles of the account, in all regions: ${others}`,
  ];
  if (isEnough) return { isEnough, lines: [...lines, 'The quota of roles is sufficient.'] };
  return {
    isEnough,
    lines: [
      ...lines,
      `The quota of roles is not sufficient: ${stageName} needs ${needed}. Request an increase, which takes minutes to days:`,
      `  ${REQUEST} --desired-value ${1000 * Math.ceil(needed / 1000)}`,
    ],
  };
}
