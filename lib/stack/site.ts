import { CfnOutput, CustomResource, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  type DistributionProps,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { IDependable } from 'constructs';
import { hashFiles } from '../bundle/cached-folder.ts';
import { API_VIEWER_REQUEST } from './api-viewer-request.ts';
import { functionBundles } from './function-bundles.ts';
import { allow } from './inline-role.ts';
import { mcpHeaders, siteHeaders } from './site-headers.ts';
import { sitePaths } from './site-paths.ts';
import type { StackContext } from './stack-context.ts';
import type { Stage } from './stage-settings.ts';

const UPLOAD_TIMEOUT_SECONDS = 60;
/** The errors that CloudFront caches for ten seconds by default (Developer Guide, "How CloudFront caches errors"). */
const CACHED_ERRORS = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

/**
 * The bucket of the dashboard and the documentation, the function that uploads its files, the domain of the dashboard and
 * the id of the distribution in front of it, and the hash of the secret of its requests to the API.
 */
export interface Site {
  bucket: Bucket;
  upload: LambdaFunction;
  domain: string;
  distributionId: string;
  originSecretHash: string;
}

/**
 * Create the site: a private bucket with the files of the dashboard and the documentation, and a distribution that serves
 * them next to the API, whose host is `apiHost`. The dashboard and the API then have one origin, which the cookie of a
 * session and the content security policy need.
 */
export function addSite(context: StackContext, apiHost: string): Site {
  const { stack, stage, media } = context;
  const bucket = new Bucket(stack, 'SiteFiles', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    // Each deployment uploads the files again, and the uploading function empties the bucket before its removal.
    removalPolicy: RemovalPolicy.DESTROY,
  });
  // Unique in the account, which may have the stage in several regions.
  const name = `${stack.stackName}-${stack.region}`;
  const upload = addUpload(context, bucket);
  const originSecret = createOriginSecret(stack, upload);
  const api = new HttpOrigin(apiHost, {
    // The API trusts the address of the viewer in a request with the secret only.
    customHeaders: { 'x-origin-secret': originSecret.getAttString('Secret') },
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
  });
  const files = S3BucketOrigin.withOriginAccessControl(bucket, {
    originAccessControl: new S3OriginAccessControl(stack, 'SiteAccess', { originAccessControlName: name }),
  });
  const paths = edgeFunction(stack, 'SitePaths', name, sitePaths(stage.dashboardDomain?.domainName ?? null));
  const apiRequests = edgeFunction(stack, 'ViewerAddress', `${name}-api`, API_VIEWER_REQUEST);
  const headers = siteHeaders(stack, media.bucket);
  const toBehavior = (responseHeadersPolicy: BehaviorOptions['responseHeadersPolicy']): BehaviorOptions => ({
    origin: files,
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    compress: true,
    functionAssociations: [{ function: paths, eventType: FunctionEventType.VIEWER_REQUEST }],
    ...(responseHeadersPolicy ? { responseHeadersPolicy } : {}),
  });
  const toApi: BehaviorOptions = {
    origin: api,
    // No redirect: a client that sends its token without encryption is to fail.
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    functionAssociations: [{ function: apiRequests, eventType: FunctionEventType.VIEWER_REQUEST }],
  };
  const [app, docs] = [toBehavior(headers.app), toBehavior(headers.docs)];
  const distribution = new Distribution(stack, 'Site', {
    comment: `Dashboard, documentation and API (${stack.stackName})`,
    httpVersion: HttpVersion.HTTP2_AND_3,
    priceClass: PriceClass.PRICE_CLASS_100,
    ...ownDomain(stack, stage),
    defaultBehavior: toApi,
    // The cache key of an error is the path alone: one response with 503 would answer the requests of every caller.
    errorResponses: CACHED_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    additionalBehaviors: {
      ...{ '/app': app, '/app/*': app, '/docs': docs, '/docs/*': docs, '/llms.txt': docs, '/connect.js': docs },
      ...(stage.dashboardDomain && {
        '/mcp': { ...toApi, responseHeadersPolicy: mcpHeaders(stack, stage.dashboardDomain.domainName) },
      }),
    },
  });
  const { distributionDomainName, distributionId } = distribution;
  const domain = stage.dashboardDomain?.domainName ?? distributionDomainName;
  new CfnOutput(stack, 'DashboardUrl', { value: `https://${domain}/app/` });
  if (stage.dashboardDomain) {
    const description = 'The target of the DNS record of the domain of the dashboard (CNAME or alias).';
    new CfnOutput(stack, 'DashboardTarget', { value: distributionDomainName, description });
  }
  const originSecretHash = originSecret.getAttString('Hash');
  return { bucket, upload, domain, distributionId, originSecretHash };
}

/** Return the properties of a distribution with the domain of the stage's dashboard. */
function ownDomain(stack: Stack, { dashboardDomain }: Stage): Pick<DistributionProps, 'domainNames' | 'certificate'> {
  if (dashboardDomain === null) return {};
  const certificate = Certificate.fromCertificateArn(stack, 'SiteCertificate', dashboardDomain.certificateArn);
  return { domainNames: [dashboardDomain.domainName], certificate };
}

function edgeFunction(stack: Stack, id: string, functionName: string, code: string): EdgeFunction {
  return new EdgeFunction(stack, id, {
    functionName,
    code: FunctionCode.fromInline(code),
    runtime: FunctionRuntime.JS_2_0,
  });
}

/** Create the function that holds the files of the site, uploads them and creates the secret of the distribution. */
function addUpload(context: StackContext, bucket: Bucket): LambdaFunction {
  const upload = context.createFunction('OnSiteChange', 'on-site-change', { timeoutSeconds: UPLOAD_TIMEOUT_SECONDS });
  upload.addEnvironment('SITE_BUCKET', bucket.bucketName);
  allow(upload, ['s3:ListBucket'], [bucket.bucketArn]);
  allow(upload, ['s3:PutObject', 's3:DeleteObject'], [bucket.arnForObjects('*')]);
  return upload;
}

/**
 * Create the secret that the distribution sends to the API. The function draws it when the stack is created, so the
 * template has only references to it: the distribution to the secret, and the API to its hash.
 */
function createOriginSecret(stack: Stack, upload: LambdaFunction): CustomResource {
  return new CustomResource(stack, 'OriginSecret', {
    resourceType: 'Custom::OriginSecret',
    serviceToken: upload.functionArn,
    serviceTimeout: Duration.seconds(UPLOAD_TIMEOUT_SECONDS),
  });
}

/**
 * Upload the files of the site at each deployment that changes them, after `api`, because a new dashboard may send
 * requests that only the new API knows. CloudFormation invokes the function that holds the files.
 */
export function uploadSiteFiles({ stack }: StackContext, { bucket, upload }: Site, api: IDependable): void {
  const files = new CustomResource(stack, 'SiteUpload', {
    resourceType: 'Custom::SiteFiles',
    serviceToken: upload.functionArn,
    serviceTimeout: Duration.seconds(2 * UPLOAD_TIMEOUT_SECONDS),
    // Of the files and of the function, which sets their headers.
    properties: { Hash: hashFiles(functionBundles(stack).get('on-site-change')!, '**/*') },
  });
  files.node.addDependency(api, bucket);
}
