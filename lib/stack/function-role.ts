import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * The role of a function, with all that it may do written into it. The CDK would make a policy of it, which is
 * a resource more for every function, and a stack of CloudFormation has 500 at most.
 */
export class FunctionRole extends Role {
  private readonly may: PolicyDocument;

  constructor(scope: Construct, id: string) {
    const may = new PolicyDocument();
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { May: may },
    });
    this.may = may;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.may.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
