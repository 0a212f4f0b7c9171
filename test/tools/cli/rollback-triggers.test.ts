import { expect, it } from 'vitest';
import { rollbackArguments } from '../../../tools/cli/rollback-triggers.ts';
import { synthesized } from '../../stack/synthesized.ts';

const STACK = { region: 'eu-central-1', account: '111111111111' };

/** The resources of a deployed stage, as CloudFormation lists them. */
const resourcesOf = (name: string, settings = {}) =>
  Object.entries(synthesized(name, settings).deployed.service.Resources).map(([id, { Type }]) => ({
    ...{ ResourceType: Type, LogicalResourceId: id, PhysicalResourceId: `${name}-${id}` },
    ...{ LastUpdatedTimestamp: new Date(), ResourceStatus: 'CREATE_COMPLETE' as const },
  }));

it('a deployment to production rolls back when requests or posts fail', () => {
  const args = rollbackArguments(resourcesOf('production'), STACK);
  expect(args.slice(0, 2)).toEqual(['--monitoring-time-minutes', '15']);
  const arns = args.filter((each) => each.startsWith('arn:'));
  expect(arns.map((arn) => arn.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
    'arn:aws:cloudwatch:eu-central-1:111111111111:alarm:production-PublishFailuresAlarm',
    'arn:aws:cloudwatch:eu-central-1:111111111111:alarm:production-ServerErrorsAlarm',
  ]);
});

it('a first deployment and a stage without alarms have no trigger', () => {
  expect([rollbackArguments([], STACK), rollbackArguments(resourcesOf('development'), STACK)]).toEqual([[], []]);
});
