import { CfnOutput, Fn } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnStage,
  DomainName,
  HttpStage,
  type IHttpApi,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { GatewayRoute } from './api-definition.ts';
import { removalOf } from './removal-policy.ts';
import type { StackContext } from './stack-context.ts';

// Also logged for requests that API Gateway answers itself. The line has the route but no path, query or header,
// which could hold a token or a cursor. API Gateway does not know the client id: the line of the function with the same
// gateway_request_id has it. API Gateway writes `-` for a missing value and escapes quotes, so every value is in quotes;
// `$context.error.messageString` brings quotes of its own only when there is an error.
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

/**
 * Deploy the API and return its URL: the custom domain of the stage, or the execute-api endpoint. API Gateway
 * throttles each route on its own, so a flood of one route uses up neither the others nor the account's concurrency.
 * Every request carries `dashboardDomain` and `originSecretHash` as variables of the stage: the distribution refers to the
 * API and the API to its functions, so they cannot be in their environment. Without a distribution there is no secret.
 */
export function addApiStage(
  { stack, stage }: StackContext,
  api: IHttpApi,
  routes: readonly Omit<GatewayRoute, 'handler'>[],
  { dashboardDomain, originSecretHash }: { dashboardDomain: string; originSecretHash: string | undefined },
): { apiStage: HttpStage; apiUrl: string } {
  const { logRetentionDays: retention, customDomain } = stage;
  // Log groups below /aws/vendedlogs/ need no entry in the resource policy of CloudWatch Logs, which has a maximum
  // length. The log group outlives its stack, so its name has the id of the stack: arn:aws:cloudformation:…:stack/name/id.
  const stackId = Fn.select(2, Fn.split('/', stack.stackId));
  const log = new LogGroup(stack, 'ApiLog', {
    logGroupName: `/aws/vendedlogs/${stack.stackName}/api/${stackId}`,
    retention,
    removalPolicy: removalOf(stage),
  });
  const domain =
    customDomain &&
    new DomainName(stack, 'Domain', {
      domainName: customDomain.domainName,
      certificate: Certificate.fromCertificateArn(stack, 'Certificate', customDomain.certificateArn),
    });
  const format = AccessLogFormat.custom(JSON.stringify(ACCESS_LINE));
  const apiStage = new HttpStage(stack, 'ApiStage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle: { rateLimit: stage.routeThrottle.requestsPerSecond, burstLimit: stage.routeThrottle.burst },
    accessLogSettings: { destination: new LogGroupLogDestination(log), format },
    ...(domain ? { domainMapping: { domainName: domain } } : {}),
  });
  const { requestsPerSecond, burst } = stage.publicRouteThrottle;
  // In the case of CloudFormation: the CDK passes this map on as it is.
  const publicThrottle = { ThrottlingRateLimit: requestsPerSecond, ThrottlingBurstLimit: burst };
  const publicRoutes = routes.filter(({ isPublic }) => isPublic).map(({ method, path }) => `${method} ${path}`);
  const cfnStage = apiStage.node.defaultChild as CfnStage;
  cfnStage.stageVariables = { dashboardDomain, ...(originSecretHash && { originSecretHash }) };
  cfnStage.routeSettings = Object.fromEntries(
    [...publicRoutes, '$default'].map((routeKey) => [routeKey, publicThrottle]),
  );
  if (!domain) return { apiStage, apiUrl: api.apiEndpoint };
  const description = 'The target of the DNS record of the domain (CNAME or alias).';
  new CfnOutput(stack, 'DomainTarget', { value: domain.regionalDomainName, description });
  return { apiStage, apiUrl: `https://${domain.name}` };
}
