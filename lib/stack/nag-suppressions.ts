/** A finding of cdk-nag that stays, below which construct, and why. `{stack}` is the stack's name. */
export interface NagSuppression {
  id: string;
  path: string;
  reason: string;
}

export const NAG_SUPPRESSIONS: readonly NagSuppression[] = [
  {
    id: 'AwsSolutions-APIG4',
    path: 'Api',
    reason:
      'Every function authenticates by itself, in lib/http/define-endpoint.ts: only so are 401, 403 and 429 problem documents with their headers. A test proves that no route escapes it; the token request and the answer to unknown paths have nobody to authenticate.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/{stack}-Timers/scd_*]',
    path: 'OnTableChangeRole',
    reason:
      'Timers are made one per post and named after it. The function may make and remove those of this one group, and none whose name is not that of a schedule entry.',
  },
  {
    id: 'AwsSolutions-SQS3',
    path: 'InvocationDeadLetters',
    reason:
      'It is where asynchronous invocations end that failed for good. The rule knows dead-letter queues of queues only.',
  },
  {
    id: 'AwsSolutions-SQS3',
    path: 'StreamDeadLetters',
    reason:
      'It is where changes of the stream end that were given up. The rule knows dead-letter queues of queues only.',
  },
];
