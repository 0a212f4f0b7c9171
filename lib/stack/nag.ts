import { type App, type Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

const ONLY_QUEUE_DLQS = 'The rule recognizes only the dead-letter queues of other queues.';

/** The accepted findings of cdk-nag: the construct and the reason. `{stack}` is the stack's name. */
export const NAG_SUPPRESSIONS = [
  ...['OnTableChangeRole', 'OnSchedulePlanningDueRole'].map((path) => ({
    id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/{stack}-Schedules/scd_*]',
    path,
    reason:
      'The function creates one schedule per schedule entry, named after it. It may create and delete those of this group, and none whose name is not the id of a schedule entry.',
  })),
  {
    id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
    path: 'OnEmailQueuedRole',
    reason:
      'SES also checks the identity of the recipient, which is any address, while the account is in its sandbox. A condition limits the function to one sender.',
  },
  {
    id: 'AwsSolutions-SQS3',
    path: 'InvocationDeadLetters',
    reason: `It is the failure destination of asynchronous invocations. ${ONLY_QUEUE_DLQS}`,
  },
  {
    id: 'AwsSolutions-SQS3',
    path: 'StreamDeadLetters',
    reason: `It is the failure destination of the stream mapping. ${ONLY_QUEUE_DLQS}`,
  },
];

/** Fail synthesis on findings of cdk-nag's AwsSolutions pack that `acknowledged` does not list. */
export function addNagChecks(app: App, { node, stackName }: Stack, acknowledged = NAG_SUPPRESSIONS): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  for (const { id, path, reason } of acknowledged) {
    Validations.of(node.findChild(path)).acknowledge({ id: id.replace('{stack}', stackName), reason });
  }
}
