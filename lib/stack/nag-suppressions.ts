/** A finding of cdk-nag that is accepted, the construct it is for, and the reason. `{stack}` is the stack's name. */
export interface NagSuppression {
  id: string;
  path: string;
  reason: string;
}

export const NAG_SUPPRESSIONS: readonly NagSuppression[] = [
  {
    id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/{stack}-Schedules/scd_*]',
    path: 'OnTableChangeRole',
    reason:
      'The function creates one schedule per schedule entry, named after it. It may create and delete those of this group, and none whose name is not the id of a schedule entry.',
  },
  {
    id: 'AwsSolutions-SQS3',
    path: 'InvocationDeadLetters',
    reason:
      'It is the failure destination of asynchronous invocations. The rule recognizes only the dead-letter queues of other queues.',
  },
  {
    id: 'AwsSolutions-SQS3',
    path: 'StreamDeadLetters',
    reason:
      'It is the failure destination of the stream mapping. The rule recognizes only the dead-letter queues of other queues.',
  },
];
