import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { allJobs } from '../../lib/bundle/declared-jobs.ts';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import { PLANS } from '../../lib/core/config/plans.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { publishFunctionId } from '../../lib/stack/construct-ids.ts';
import { stage } from '../../lib/stack/stages.ts';
import { type Synthesized, synthesized } from './synthesized.ts';

/** AWS keeps this much of an account's concurrency unreserved. */
const UNRESERVED_CONCURRENCY = 100;

let production: Synthesized;
let development: Synthesized;

beforeAll(() => {
  production = synthesized('production');
  development = synthesized('development');
});

describe('the throttles of API Gateway', () => {
  interface Settings {
    ThrottlingRateLimit: number;
    ThrottlingBurstLimit: number;
  }
  const stageOf = ({ ofType }: Synthesized) =>
    ofType('AWS::ApiGatewayV2::Stage')[0]!.Properties as {
      DefaultRouteSettings: Settings;
      RouteSettings: Record<string, Settings>;
    };

  it('apply to every route in every stage', () => {
    for (const synthesizedStage of [production, development]) {
      const { DefaultRouteSettings } = stageOf(synthesizedStage);
      expect(DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 2000 });
    }
  });

  it('are lower for every route that requires no access token, and for requests that match no route', () => {
    const { RouteSettings, DefaultRouteSettings } = stageOf(production);
    const publicRoutes = allEndpoints()
      .filter(([, { permissions }]) => permissions === 'none')
      .flatMap(([, { method, path, aliasPath }]) =>
        [path, ...(aliasPath ? [aliasPath] : [])].map((each) => `${method} ${each}`),
      );
    expect(publicRoutes).toContain('POST /v1/auth/token');
    for (const routeKey of [...publicRoutes, '$default']) {
      expect(RouteSettings[routeKey]?.ThrottlingRateLimit).toBeLessThan(DefaultRouteSettings.ThrottlingRateLimit);
    }
    const withToken = allEndpoints().filter(([, { permissions }]) => permissions !== 'none');
    for (const [, { method, path }] of withToken) expect(RouteSettings).not.toHaveProperty(`${method} ${path}`);
  });

  it('of one route exist only for routes of the specification, because such a route cannot be removed', () => {
    const declared = allEndpoints().flatMap(([, { method, path, aliasPath }]) => [
      `${method} ${path}`,
      `${method} ${aliasPath}`,
    ]);
    const own = Object.keys(stageOf(production).RouteSettings).filter((routeKey) => !declared.includes(routeKey));
    expect(own).toEqual(['$default']);
  });

  it('let one source address reach its rate limit of 10,000 requests a minute', () => {
    expect(60 * stage('local').publicRouteThrottle.requestsPerSecond).toBeGreaterThan(10_000);
  });

  it('let one workspace send all requests of its plan to one route', () => {
    const { ThrottlingRateLimit } = stageOf(production).DefaultRouteSettings;
    expect(60 * ThrottlingRateLimit).toBeGreaterThan(PLANS.enterprise.requestsPerMinute);
  });

  it('change with the settings of the stage', () => {
    const routeThrottle = { requestsPerSecond: 2000, burst: 4000 };
    expect(stageOf(synthesized('production', { routeThrottle })).DefaultRouteSettings).toEqual({
      ThrottlingRateLimit: 2000,
      ThrottlingBurstLimit: 4000,
    });
  });
});

describe('reserved concurrency', () => {
  const reservations = ({ ofType }: Synthesized) =>
    Object.fromEntries(
      ofType('AWS::Lambda::Function').flatMap(({ Properties, Metadata }) => {
        const reserved = Properties.ReservedConcurrentExecutions as number | undefined;
        return reserved === undefined ? [] : [[Metadata!.Function!, reserved]];
      }),
    );

  it('keeps the stream worker, every scheduled job and every publish function running in production', () => {
    const schedules = production.ofType('AWS::Scheduler::Schedule').map(({ Properties }) => {
      const { Arn } = Properties.Target as { Arn: { 'Fn::GetAtt': [string, string] } };
      return production.resources[Arn['Fn::GetAtt'][0]]!.Metadata!.Function!;
    });
    expect(schedules.length).toBeGreaterThanOrEqual(3);
    const publishing = PLATFORMS.map((platform) => `on-publish-due/${platform}`);
    const reserved = reservations(production);
    for (const name of ['on-table-change', ...schedules, ...publishing]) expect(reserved).toHaveProperty([name]);
  });

  it('is not used in development, whose account may have a quota of 10', () => {
    expect(reservations(development)).toEqual({});
  });

  it('fits into the quota of concurrent executions that docs/deploy.md requires', () => {
    const reserved = Object.values(reservations(production)).reduce((sum, each) => sum + each, 0);
    const document = readFileSync(join(import.meta.dirname, '../../docs/deploy.md'), 'utf8');
    const [, quota, stated] =
      /For `stage=production`: (\d+) concurrent Lambda executions .*? reserve (\d+)/.exec(document) ?? [];
    expect([Number(stated), Number(quota)]).toEqual([reserved, reserved + UNRESERVED_CONCURRENCY]);
  });
});

describe('warm throughput', () => {
  interface Table {
    WarmThroughput?: { WriteUnitsPerSecond: number };
    GlobalSecondaryIndexes: { WarmThroughput?: { WriteUnitsPerSecond: number } }[];
  }
  const warmUnits = ({ ofType }: Synthesized) => {
    const table = ofType('AWS::DynamoDB::GlobalTable')[0]!.Properties as unknown as Table;
    return [table, ...table.GlobalSecondaryIndexes].map(({ WarmThroughput }) => WarmThroughput?.WriteUnitsPerSecond);
  };

  it('of the table and of every index is higher in production than that of a new table', () => {
    const [table, ...indexes] = warmUnits(production);
    expect(table).toBe(14_000);
    expect(indexes).toEqual(indexes.map(() => 7_000));
    expect(indexes.length).toBeGreaterThanOrEqual(4);
    expect(warmUnits(synthesized('production', { warmWriteUnitsPerSecond: 20_000 })).slice(0, 2)).toEqual([
      20_000, 10_000,
    ]);
  });

  it('is what DynamoDB gives in the other stages', () => {
    for (const name of ['development', 'local']) {
      expect(new Set(warmUnits(synthesized(name)))).toEqual(new Set([undefined]));
    }
  });
});

describe('event sources', () => {
  it('with a publish concurrency over 100 have provisioned pollers, which scale faster, for at most that concurrency', () => {
    const others = Object.fromEntries(PLATFORMS.map((platform) => [platform, 100]));
    const publishConcurrency = { ...others, instagram: 400, twitter: 400 };
    const mappings = synthesized('production', { publishConcurrency }).ofType('AWS::Lambda::EventSourceMapping');
    const pollers = mappings.flatMap(({ Properties }) => (Properties.ProvisionedPollerConfig as object) ?? []);
    expect(pollers).toEqual([1, 2].map(() => ({ MinimumPollers: 2, MaximumPollers: 40 })));
    const ofPublishing = mappings.filter(({ Properties }) =>
      JSON.stringify(Properties.FunctionName).includes('OnPublishDue'),
    );
    expect(ofPublishing.flatMap(({ Properties }) => Properties.ScalingConfig ?? [])).toEqual([
      { MaximumConcurrency: 100 },
      { MaximumConcurrency: 100 },
    ]);
  });

  it('of the fast lanes have the reserved concurrency of their functions, and that of the slow lane has none', () => {
    const mappings = production.ofType('AWS::Lambda::EventSourceMapping');
    for (const platform of PLATFORMS) {
      const id = publishFunctionId(platform);
      const lanes = mappings
        .filter(({ Properties }) => new RegExp(`"${id}[0-9A-F]{8}"`).test(JSON.stringify(Properties.FunctionName)))
        .map(({ Properties }) => (Properties.ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency);
      const [, reserving] = Object.entries(production.resources).find(
        ([logicalId, { Type }]) => Type === 'AWS::Lambda::Function' && logicalId.startsWith(id),
      )!;
      expect(lanes).toEqual([reserving.Properties.ReservedConcurrentExecutions]);
    }
    const [slow] = mappings.filter(({ Properties }) => JSON.stringify(Properties).includes('SlowPublishQueue'));
    expect(slow!.Properties.ScalingConfig).toBeUndefined();
  });

  it('of a slow lane are none where a stage has none, whose function sends to its only queue', () => {
    expect(Object.keys(development.resources).filter((id) => id.startsWith('SlowPublishQueue'))).toEqual([]);
  });

  it('process two batches of each shard of the stream at a time, for which the worker has reserved concurrency', () => {
    const [stream] = production
      .ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ Properties }) => Properties.StartingPosition);
    expect(stream!.Properties.ParallelizationFactor).toBe(2);
    const { streamConcurrency, warmWriteUnitsPerSecond } = stage('production', 3000, { alarmEmail: 'none' });
    expect(streamConcurrency).toBeGreaterThanOrEqual((2 * warmWriteUnitsPerSecond!) / 1000);
    expect(() => stage('production', 3000, { alarmEmail: 'none', warmWriteUnitsPerSecond: 80_000 })).toThrow(
      'Setting streamConcurrency: with this warmWriteUnitsPerSecond, at least 160.',
    );
  });

  it('process one batch of each shard at a time without reserved concurrency, so that ten executions are enough', () => {
    const mappings = synthesized('development').ofType('AWS::Lambda::EventSourceMapping');
    const [stream] = mappings.filter(({ Properties }) => Properties.StartingPosition);
    expect(stream!.Properties.ParallelizationFactor).toBe(1);
  });

  it('limit the concurrency of every function that a queue invokes, in production, but the slow publish lane', () => {
    const withEmail = synthesized('production', { emailSender: 'no-reply@example.com' });
    for (const { Properties } of withEmail.ofType('AWS::Lambda::EventSourceMapping')) {
      // Leases limit how many of its attempts are in progress per platform.
      if (JSON.stringify(Properties).includes('SlowPublishQueue')) continue;
      const isQueue = !('StartingPosition' in Properties);
      if (isQueue) expect(Properties.ScalingConfig).toMatchObject({ MaximumConcurrency: expect.any(Number) });
    }
  });
});

describe('the memory of functions', () => {
  const memoryOf = (name: string) =>
    production.ofType('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.Function === name)!.Properties
      .MemorySize;

  it('is one vCPU for the stream worker, more for jobs with long runs, and 512 MB for those that wait', () => {
    expect(memoryOf('on-table-change')).toBe(1769);
    const jobs = ['on-sweep-due', 'on-metric-polls-due', 'on-schedule-planning-due'];
    expect(jobs.map(memoryOf)).toEqual([1024, 1024, 1024]);
    expect(['content/create', 'on-publish-due/twitter', 'on-delivery-queued/slow'].map(memoryOf)).toEqual([
      512, 512, 512,
    ]);
  });

  it('is stated only for functions that exist', () => {
    const names = production.ofType('AWS::Lambda::Function').map(({ Metadata }) => Metadata!.Function!);
    for (const { name } of allJobs())
      expect(names.some((each) => each === name || each.startsWith(`${name}/`))).toBe(true);
  });
});
