import type { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { InlineRole } from './inline-role.ts';

// The policies of a role hold 10,240 characters, and the ARN of a function at most 114 of them.
const MAX_FUNCTIONS_PER_ROLE = 80;

/**
 * Create the role that API Gateway assumes to invoke these functions, and further ones when a policy is full.
 *
 * Returns the ARN of the role for each function. An integration with a role needs no permission on the function,
 * which saves a resource per route.
 */
export function addGatewayRoles(
  stack: Stack,
  functions: readonly LambdaFunction[],
): (handler: LambdaFunction) => string {
  const roleArns = new Map<LambdaFunction, string>();
  const all = [...new Set(functions)];
  for (let start = 0; start < all.length; start += MAX_FUNCTIONS_PER_ROLE) {
    const id = start === 0 ? 'GatewayRole' : `GatewayRole${start / MAX_FUNCTIONS_PER_ROLE + 1}`;
    const role = new InlineRole(stack, id, new ServicePrincipal('apigateway.amazonaws.com'));
    const invoked = all.slice(start, start + MAX_FUNCTIONS_PER_ROLE);
    role.addToPolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: invoked.map(({ functionArn }) => functionArn),
      }),
    );
    for (const each of invoked) roleArns.set(each, role.roleArn);
  }
  return (handler) => roleArns.get(handler)!;
}
