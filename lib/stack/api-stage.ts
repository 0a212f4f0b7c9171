import { CfnOutput } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { DomainName, type HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { removalOf } from './service-table.ts';
import type { StackContext } from './stack-context.ts';

/**
 * One line per request as the gateway saw it, also of those no function heard of. The route and no path, no
 * query and no header: none of them can carry a token or a cursor into the log.
 */
const ACCESS_LINE = {
  gateway_request_id: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latency_ms: '$context.responseLatency',
  function_latency_ms: '$context.integrationLatency',
  function_status: '$context.integrationStatus',
  function_error: '$context.integrationErrorMessage',
  gateway_error: '$context.error.message',
  response_bytes: '$context.responseLength',
};

/** Opens the API at its address, which it answers: the stage's own domain, or the one AWS gives. */
export function addApiStage({ stack, stage }: StackContext, api: HttpApi): string {
  const log = new LogGroup(stack, 'ApiLog', {
    retention: stage.logRetentionDays,
    removalPolicy: removalOf(stage),
  });
  const domain = stage.customDomain
    ? new DomainName(stack, 'Domain', {
        domainName: stage.customDomain.domainName,
        certificate: Certificate.fromCertificateArn(stack, 'Certificate', stage.customDomain.certificateArn),
      })
    : null;
  new HttpStage(stack, 'ApiStage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    accessLogSettings: {
      destination: new LogGroupLogDestination(log),
      format: AccessLogFormat.custom(JSON.stringify(ACCESS_LINE)),
    },
    ...(domain ? { domainMapping: { domainName: domain } } : {}),
  });
  if (!domain) return api.apiEndpoint;
  new CfnOutput(stack, 'DomainTarget', {
    value: domain.regionalDomainName,
    description: 'Where the DNS record of the domain has to point (CNAME or alias).',
  });
  return `https://${domain.name}`;
}
