import { type App, type Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { NAG_SUPPRESSIONS } from './nag-suppressions.ts';

/** Fail synthesis on findings of cdk-nag's AwsSolutions pack that `acknowledged` does not list. */
export function addNagChecks(app: App, stack: Stack, acknowledged = NAG_SUPPRESSIONS): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  for (const { id, path, reason } of acknowledged) {
    Validations.of(stack.node.findChild(path)).acknowledge({
      id: id.replace('{stack}', stack.stackName),
      reason,
    });
  }
}
