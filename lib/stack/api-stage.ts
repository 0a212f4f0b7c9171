import { CfnOutput } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { DomainName, HttpStage, type IHttpApi, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { removalOf } from './data-stack.ts';
import type { StackContext } from './stack-context.ts';

// Also logged for requests that API Gateway answers itself. The line has the route but no path, query or header,
// which could hold a token or a cursor. API Gateway does not know the client id: the line of the function with the same
// gateway_request_id has it.
const ACCESS_LINE = {
  gateway_request_id: '$context.requestId',
  time: '$context.requestTime',
  source_ip: '$context.identity.sourceIp',
  route: '$context.routeKey',
  status: '$context.status',
  latency_ms: '$context.responseLatency',
  function_latency_ms: '$context.integrationLatency',
  function_status: '$context.integrationStatus',
  function_error: '$context.integrationErrorMessage',
  gateway_error: '$context.error.message',
  response_bytes: '$context.responseLength',
};

/** Deploy the API and return its address: the custom domain of the stage, or the execute-api endpoint. */
export function addApiStage({ stack, stage }: StackContext, api: IHttpApi): string {
  const { logRetentionDays: retention, customDomain } = stage;
  const log = new LogGroup(stack, 'ApiLog', { retention, removalPolicy: removalOf(stage) });
  const domain =
    customDomain &&
    new DomainName(stack, 'Domain', {
      domainName: customDomain.domainName,
      certificate: Certificate.fromCertificateArn(stack, 'Certificate', customDomain.certificateArn),
    });
  const format = AccessLogFormat.custom(JSON.stringify(ACCESS_LINE));
  new HttpStage(stack, 'ApiStage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    accessLogSettings: { destination: new LogGroupLogDestination(log), format },
    ...(domain ? { domainMapping: { domainName: domain } } : {}),
  });
  if (!domain) return api.apiEndpoint;
  const description = 'The target of the DNS record of the domain (CNAME or alias).';
  new CfnOutput(stack, 'DomainTarget', { value: domain.regionalDomainName, description });
  return `https://${domain.name}`;
}
