import {
  type AddToPrincipalPolicyResult,
  type IGrantable,
  type IPrincipal,
  PolicyDocument,
  PolicyStatement,
  Role,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * A role with its permissions inline. The CDK creates a policy resource for every role; a stack holds at most 500
 * resources and this one has a role per function, so the permissions are part of the role instead.
 */
export class InlineRole extends Role {
  readonly #document: PolicyDocument;
  readonly #statements = new Map<string, PolicyStatement>();

  constructor(scope: Construct, id: string, assumedBy: IPrincipal) {
    // One statement per kind of grant, which reads like the declaration of the access: the CDK would sort everything.
    const document = new PolicyDocument({ minimize: false });
    super(scope, id, { assumedBy, inlinePolicies: { Own: document } });
    this.#document = document;
  }

  /**
   * Add a statement to the inline policy, or its resources to the statement with the same actions and conditions: a role
   * has at most 10,240 characters of inline policies. Every grant of the CDK calls this.
   */
  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    const { actions, conditions, effect } = statement;
    const grant = JSON.stringify([effect, actions, conditions]);
    const same = this.#statements.get(grant);
    if (same) same.addResources(...statement.resources);
    else this.#document.addStatements(statement);
    this.#statements.set(grant, same ?? statement);
    return { statementAdded: true, policyDependable: this };
  }

  override addToPolicy(statement: PolicyStatement): boolean {
    return this.addToPrincipalPolicy(statement).statementAdded;
  }
}

/** Allow a function or a role to perform actions on resources, under the conditions if there are any. */
export function allow(to: IGrantable, actions: string[], resources: string[], conditions: object = {}): void {
  to.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ actions, resources, conditions: { ...conditions } }));
}
