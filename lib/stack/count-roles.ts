import { CfnResource, type Stack } from 'aws-cdk-lib';

/** Count the IAM roles of a stack and of those nested in it, also those that the CDK itself adds. */
export function countRoles(stack: Stack): number {
  return stack.node
    .findAll()
    .filter((construct) => CfnResource.isCfnResource(construct) && construct.cfnResourceType === 'AWS::IAM::Role')
    .length;
}
