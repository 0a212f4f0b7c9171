import { type App, type Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { PLATFORMS } from '../platforms/platform.ts';
import { publishFunctionId } from './construct-ids.ts';

const ONLY_QUEUE_DLQS = 'The rule recognizes only the dead-letter queues of other queues.';

/** Accepted wildcards over the objects of the media library: the role, the prefixes and the reason. */
const MEDIA_GRANTS = [
  ...[
    { path: 'MediaCreateRole', prefixes: ['uploads/'] },
    { path: 'MediaGetRole', prefixes: ['uploads/', 'media/'] },
    { path: 'McpRole', prefixes: ['uploads/', 'media/', 'cards/'] },
    { path: 'MediaListRole', prefixes: ['media/'] },
    { path: 'ContentListRole', prefixes: ['media/'] },
    { path: 'ScheduleListRole', prefixes: ['media/'] },
    { path: 'ReviewShowRole', prefixes: ['media/', 'cards/'] },
    { path: 'ReviewRespondRole', prefixes: ['media/', 'cards/'] },
    ...[...PLATFORMS.map(publishFunctionId), 'OnPublishDueSlow'].map((id) => ({
      path: `${id}Role`,
      prefixes: ['media/', 'cards/'],
    })),
  ].map((grant) => ({
    ...grant,
    reason:
      'The function presigns URLs of single objects, whose keys have the id of the workspace and of the file: uploads may be written, and inspected files read.',
  })),
  ...['Get', 'Update', 'Resolve', 'Retry', 'Submit', 'Withdraw', 'Approve', 'RequestChanges'].map((action) => ({
    path: `Content${action}Role`,
    prefixes: ['cards/'],
    reason:
      'The function presigns URLs of the images of link cards, whose keys have the id of the workspace and of the item. Only a submission for approval may add them.',
  })),
  {
    path: 'OnMediaQueuedRole',
    prefixes: ['uploads/', 'media/'],
    reason: 'The function reads and deletes uploads, and stores inspected files under the ids of their assets.',
  },
  {
    path: 'OnTableChangeRole',
    prefixes: [''],
    reason:
      'The function deletes the objects of an asset, an item, an import or an export that was removed. It may not read or write them.',
  },
  {
    path: 'OnStepQueuedRole',
    prefixes: ['exports/'],
    reason: 'The function stores the files of exports, whose keys have the id of the workspace and of the export.',
  },
  {
    path: 'OnStepQueuedRole',
    prefixes: ['imports/'],
    reason: 'The function checks and runs imports, whose keys have the id of the workspace and of the import.',
  },
  ...['Create', 'Get', 'Update'].map((action) => ({
    path: `Imports${action}Role`,
    prefixes: ['imports/'],
    reason:
      'The function stores and reads the files of one import, whose keys have the id of the workspace and of the import.',
  })),
  {
    path: 'OnWorkspaceDeletionDueRole',
    prefixes: [''],
    reason:
      'The function deletes every file of a deleted workspace, whose keys have the id of the workspace after their folder.',
  },
  {
    path: 'ExportsGetRole',
    prefixes: ['exports/'],
    reason:
      'The function presigns URLs of the files of one export, whose keys have the id of the workspace and of the export.',
  },
].flatMap(({ prefixes, ...rest }) =>
  prefixes.map((prefix) => ({
    id: `AwsSolutions-IAM5[Resource::{data}:ExportsOutputFnGetAttMediaA721A567ArnB9989168/${prefix}*]`,
    ...rest,
  })),
);

/** The accepted findings of cdk-nag: the construct and the reason. `{stack}` and `{data}` are the names of the stacks. */
export const NAG_SUPPRESSIONS = [
  ...['OnTableChangeRole', 'OnSchedulePlanningDueRole'].map((path) => ({
    id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/{stack}-Schedules/scd_*]',
    path,
    reason:
      'The function creates one schedule per schedule entry, named after it. It may create and delete those of this group, and none whose name is not the id of a schedule entry.',
  })),
  {
    id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/{stack}-Schedules/scd_*]',
    path: 'OnWorkspaceDeletionDueRole',
    reason: 'The function deletes the schedules of the posts of a deleted workspace, and none of another name.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
    path: 'OnEmailQueuedRole',
    reason:
      'SES also checks the identity of the recipient, which is any address, while the account is in its sandbox. A condition limits the function to one sender.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::*]',
    path: 'OnSweepDueRole',
    reason: 'The function reads the quota of emails of the account (ses:GetAccount), for which SES has no resource.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::{data}:ExportsOutputFnGetAttStreamDeadLetters221995DCArnD4C022DF/*]',
    path: 'OnTableChangeRole',
    reason:
      'The function and Lambda store each change that cannot be processed as an object of its own. They may add objects to this bucket, and neither read nor delete them.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::<SiteFiles1EDE7EE1.Arn>/*]',
    path: 'OnSiteChangeRole',
    reason:
      'The function uploads the files of the site, whose names have a hash, and empties the bucket before its removal.',
  },
  {
    id: 'AwsSolutions-S1',
    path: 'SiteFiles',
    reason: 'Its objects are public files, which only CloudFront reads. Access logs would need a second bucket.',
  },
  {
    id: 'AwsSolutions-CFR1',
    path: 'Site',
    reason: 'Members of a workspace may be in any country.',
  },
  {
    id: 'AwsSolutions-CFR2',
    path: 'Site',
    reason:
      'The service limits the requests of each workspace, API key and source address itself: the distribution states the address of the viewer. The files are public.',
  },
  {
    id: 'AwsSolutions-CFR3',
    path: 'Site',
    reason:
      'API Gateway logs every request that reaches the API. The others read public files. Their logs, which need no bucket, would cost money for each request.',
  },
  {
    id: 'AwsSolutions-CFR4',
    path: 'Site',
    reason:
      'Without a domain of the dashboard, the domain and the certificate are those of CloudFront, for which it sets the minimum version of TLS itself. Browsers use TLS 1.3.',
  },
  {
    id: 'AwsSolutions-SQS3',
    path: 'InvocationDeadLetters',
    reason: `It is the failure destination of asynchronous invocations. ${ONLY_QUEUE_DLQS}`,
  },
  ...MEDIA_GRANTS,
  {
    id: 'AwsSolutions-S1',
    path: 'Media',
    reason:
      'Its objects are written by the service and by presigned URLs of authenticated callers, whose requests the API logs. Access logs would need a second bucket.',
  },
  {
    id: 'AwsSolutions-S1',
    path: 'StreamDeadLetters',
    reason:
      'Its objects are requests of Lambda and of the stream worker, and it is empty while nothing fails. Access logs would need a second bucket.',
  },
];

/** Fail synthesis on findings of cdk-nag's AwsSolutions pack that `acknowledged` does not list. */
export function addNagChecks(
  app: App,
  { data, service, endpoints }: { data: Stack; service: Stack; endpoints: Stack },
  acknowledged = NAG_SUPPRESSIONS,
): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  for (const { id, path, reason } of acknowledged) {
    const construct = [data, service, endpoints].flatMap(({ node }) => node.tryFindChild(path) ?? [])[0];
    // A stage without a dashboard has no site.
    if (!construct) continue;
    const resolved = id.replace('{stack}', service.stackName).replace('{data}', data.stackName);
    Validations.of(construct).acknowledge({ id: resolved, reason });
  }
}
