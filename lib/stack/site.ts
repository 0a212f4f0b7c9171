import { CfnOutput, CustomResource, Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
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
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { IDependable } from 'constructs';
import { bundleFunctions } from '../bundle/bundling.ts';
import { hashFiles } from '../bundle/cached-folder.ts';
import { allow } from './inline-role.ts';
import { siteHeaders } from './site-headers.ts';
import { SITE_PATHS } from './site-paths.ts';
import type { StackContext } from './stack-context.ts';

const UPLOAD_TIMEOUT_SECONDS = 60;

/** The bucket of the dashboard and the documentation, and the domain of the distribution in front of it. */
export interface Site {
  bucket: Bucket;
  domain: string;
}

/**
 * Create the site: a private bucket with the files of the dashboard and the documentation, and a distribution that serves
 * them next to the API, whose host is `apiHost`. The dashboard and the API then have one origin, which the cookie of a
 * session and the content security policy need.
 */
export function addSite({ stack, media }: StackContext, apiHost: string): Site {
  const bucket = new Bucket(stack, 'SiteFiles', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    // Each deployment uploads the files again, and the uploading function empties the bucket before its removal.
    removalPolicy: RemovalPolicy.DESTROY,
  });
  // Unique in the account, which may have the stage in several regions.
  const name = `${stack.stackName}-${stack.region}`;
  const api = new HttpOrigin(apiHost, {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
  });
  const files = S3BucketOrigin.withOriginAccessControl(bucket, {
    originAccessControl: new S3OriginAccessControl(stack, 'SiteAccess', { originAccessControlName: name }),
  });
  const paths = new EdgeFunction(stack, 'SitePaths', {
    functionName: name,
    code: FunctionCode.fromInline(SITE_PATHS),
    runtime: FunctionRuntime.JS_2_0,
  });
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
  const [app, docs] = [toBehavior(headers.app), toBehavior(headers.docs)];
  const distribution = new Distribution(stack, 'Site', {
    comment: `Dashboard, documentation and API (${stack.stackName})`,
    httpVersion: HttpVersion.HTTP2_AND_3,
    priceClass: PriceClass.PRICE_CLASS_100,
    defaultBehavior: {
      origin: api,
      // No redirect: a client that sends its token without encryption is to fail.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    },
    additionalBehaviors: { '/app': app, '/app/*': app, '/docs': docs, '/docs/*': docs },
  });
  new CfnOutput(stack, 'DashboardUrl', { value: `https://${distribution.distributionDomainName}/app/` });
  return { bucket, domain: distribution.distributionDomainName };
}

/**
 * Upload the files of the site at each deployment that changes them, after `api`, because a new dashboard may send
 * requests that only the new API knows. CloudFormation invokes the function that holds the files.
 */
export function uploadSiteFiles(context: StackContext, { bucket }: Site, api: IDependable): void {
  const upload = context.createFunction('OnSiteChange', 'on-site-change', { timeoutSeconds: UPLOAD_TIMEOUT_SECONDS });
  upload.addEnvironment('SITE_BUCKET', bucket.bucketName);
  allow(upload, ['s3:ListBucket'], [bucket.bucketArn]);
  allow(upload, ['s3:PutObject', 's3:DeleteObject'], [bucket.arnForObjects('*')]);
  const files = new CustomResource(context.stack, 'SiteUpload', {
    resourceType: 'Custom::SiteFiles',
    serviceToken: upload.functionArn,
    serviceTimeout: Duration.seconds(2 * UPLOAD_TIMEOUT_SECONDS),
    // Of the files and of the function, which sets their headers.
    properties: { Hash: hashFiles(bundleFunctions().get('on-site-change')!, '**/*') },
  });
  files.node.addDependency(api, bucket);
}
