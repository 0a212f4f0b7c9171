import type { Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';

/** Create the topic that alarms notify, with a subscription for `email` unless it is null. */
export function alarmTopic(stack: Stack, email: string | null): Topic {
  const topic = new Topic(stack, 'Alarms', { enforceSSL: true });
  // enforceSSL adds a policy that replaces the default one, so CloudWatch needs a statement of its own.
  topic.grantPublish(
    new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
  );
  if (email !== null) topic.addSubscription(new EmailSubscription(email));
  return topic;
}
