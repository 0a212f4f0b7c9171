import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { allow } from './inline-role.ts';
import type { StackContext } from './stack-context.ts';

/** How many days before a LinkedIn version ends the sweep reports it. */
export const LINKEDIN_NOTICE_DAYS = 60;

/**
 * Let the sweep check what no metric of AWS shows: public URLs, the KMS key, the daily quota of emails, and the end of the
 * LinkedIn version.
 */
export function grantChecks({ stage, encryption }: StackContext, sweep: LambdaFunction, urls: string[]): void {
  sweep.addEnvironment('CHECKED_URLS', urls.join(' '));
  const noticeMs = Date.parse(stage.linkedInVersionEndsOn) - LINKEDIN_NOTICE_DAYS * 86_400_000;
  sweep.addEnvironment('LINKEDIN_NOTICE_FROM', new Date(noticeMs).toISOString());
  if (encryption.isKmsKey) {
    sweep.addEnvironment('CHECKED_ENCRYPTION_ARN', encryption.arn);
    allow(sweep, ['kms:DescribeKey'], [encryption.arn]);
  }
  if (stage.emailSender !== null) {
    sweep.addEnvironment('CHECKED_SENDER', stage.emailSender);
    // SES has no resource for the account.
    allow(sweep, ['ses:GetAccount'], ['*']);
  }
}
