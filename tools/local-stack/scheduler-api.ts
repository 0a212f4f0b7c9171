import { type ApiReply, apiError } from './api-response.ts';
import { readExpression, type Schedule, type Scheduler } from './scheduler.ts';

const KNOWN = new Set(
  (
    'Name GroupName ClientToken ScheduleExpression ScheduleExpressionTimezone State FlexibleTimeWindow Target ' +
    'ActionAfterCompletion Description'
  ).split(' '),
);
const KNOWN_IN_TARGET = new Set(['Arn', 'RoleArn', 'Input', 'RetryPolicy', 'DeadLetterConfig']);

const invalid = (message: string) => apiError(400, 'ValidationException', message);

/** Answer one request on `/schedules/{name}` as the SDK sends it. Throws an ApiError. */
export function handleSchedulerRequest(
  scheduler: Scheduler,
  method: string,
  name: string,
  queryGroup: string | undefined,
  input: Record<string, unknown>,
): ApiReply {
  const group = queryGroup ?? String(input.GroupName ?? 'default');
  const missing = apiError(404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`);
  const found = scheduler.find(group, name);
  switch (method) {
    case 'GET':
      if (!found) throw missing;
      return { ...found, Arn: scheduler.arnOf(found), State: found.State ?? 'ENABLED' };
    case 'DELETE':
      if (!scheduler.remove(group, name)) throw missing;
      return {};
    case 'POST':
    case 'PUT': {
      const schedule = readSchedule(scheduler, { ...input, Name: name, GroupName: group });
      if (method === 'POST' && found) {
        throw apiError(409, 'ConflictException', `Schedule ${name} already exists.`);
      }
      if (method === 'PUT' && !found) throw missing;
      scheduler.put(schedule);
      return { ScheduleArn: scheduler.arnOf(schedule) };
    }
    default:
      throw apiError(404, 'UnknownOperationException', `${method} of a schedule is not known here`);
  }
}

/** The rules AWS applies, above all that a time in the past is rejected. */
function readSchedule(scheduler: Scheduler, input: Record<string, unknown>): Schedule {
  const { ClientToken: _token, ...schedule } = input as Schedule & { ClientToken?: string };
  for (const key of Object.keys(input)) if (!KNOWN.has(key)) throw invalid(`${key} is not known here.`);
  if (!/^[0-9a-zA-Z-_.]{1,64}$/.test(schedule.Name)) throw invalid('Name must match ^[0-9a-zA-Z-_.]{1,64}$.');
  if (!scheduler.hasGroup(schedule.GroupName)) {
    throw apiError(404, 'ResourceNotFoundException', `Schedule group ${schedule.GroupName} does not exist.`);
  }
  if (schedule.FlexibleTimeWindow?.Mode !== 'OFF') throw invalid('FlexibleTimeWindow must be OFF here.');
  if ((schedule.ScheduleExpressionTimezone ?? 'UTC') !== 'UTC') throw invalid('The timezone must be UTC here.');
  const timing = readExpression(String(schedule.ScheduleExpression));
  if (!timing) throw invalid(`Invalid Schedule Expression ${schedule.ScheduleExpression}.`);
  if (timing.kind === 'at' && timing.atMs <= Date.now()) {
    throw invalid('Invalid Schedule Expression: the time is in the past.');
  }
  const target = schedule.Target ?? {};
  for (const key of Object.keys(target)) {
    if (!KNOWN_IN_TARGET.has(key)) throw invalid(`Target.${key} is not known here.`);
  }
  if (!target.RoleArn) throw invalid('Target.RoleArn is required.');
  if (!scheduler.isTarget(target.Arn)) throw invalid(`Target.Arn ${target.Arn} is not in the template.`);
  return schedule;
}
