import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { StackContext } from './stack-context.ts';

/**
 * Allow a function to send mail as the sender of the stage; without a sender, allow nothing.
 *
 * The verified identity may be the address or its domain, so the statement names both. The condition limits it to
 * the address.
 */
export function grantMail({ stack, stage }: StackContext, to: LambdaFunction, baseUrl: string): void {
  const sender = stage.invitationSender;
  if (sender === null) return;
  const identity = (resourceName: string) => stack.formatArn({ service: 'ses', resource: 'identity', resourceName });
  to.addEnvironment('BASE_URL', baseUrl);
  to.addToRolePolicy(
    new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: [identity(sender), identity(sender.slice(sender.lastIndexOf('@') + 1))],
      conditions: { StringEquals: { 'ses:FromAddress': sender } },
    }),
  );
}
