import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * The role of one function, with all that it may do written into it. The CDK would make a policy of its own for
 * every role, and a stack may have 500 resources: with a function per endpoint that is a seventh of them.
 */
export class FunctionRole extends Role {
  readonly #document: PolicyDocument;

  constructor(scope: Construct, id: string) {
    const document = new PolicyDocument();
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Own: document },
    });
    this.#document = document;
  }

  /** Adds a right. Every grant of the CDK comes here. */
  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.#document.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }

  override addToPolicy(statement: PolicyStatement): boolean {
    return this.addToPrincipalPolicy(statement).statementAdded;
  }
}
