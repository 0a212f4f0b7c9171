import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { eventDescriptions } from '../../lib/agents/events/event-descriptions.ts';
import { EVENTS } from '../../lib/webhooks/events/events.ts';
import { markUntrusted } from '../../lib/webhooks/rules/untrusted-fields.ts';

type Schema = { [key: string]: unknown; properties?: Record<string, Schema>; anyOf?: Schema[]; items?: Schema };

/** List the fields of a schema with a free text, each after the field that has it. */
function textFields({ properties = {}, anyOf = [], items }: Schema, parent = 'data'): string[] {
  const isText = ({ type, enum: values, format, anyOf: forms = [] }: Schema): boolean =>
    (type === 'string' && !values && !format) || forms.some(isText);
  const own = Object.entries(properties).flatMap(([name, schema]) => (isText(schema) ? [`${parent}.${name}`] : []));
  const below = Object.entries(properties).flatMap(([name, schema]) => textFields(schema, name));
  return [...own, ...below, ...[...anyOf, ...(items ? [items] : [])].flatMap((each) => textFields(each, parent))];
}

const isId = (name: string) => /\.id$|_(id|by|hash|at)$/.test(name);

describe('The data of an event for an agent', () => {
  it.each(eventDescriptions().map((event) => [event.name, event] as const))('%s matches its schema', (name, event) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const data = markUntrusted({ ...EVENTS[name].sample });
    expect(ajv.validate(event.payloadSchema, data), ajv.errorsText()).toBe(true);
  });

  it('has text from outside in untrusted fields only', () => {
    const ofFiles = ['adaptations.content_type', 'audio.profile', 'data.content_type', 'error.message'];
    const names = new Set(
      eventDescriptions().flatMap(({ name, payloadSchema }) =>
        textFields(payloadSchema as Schema).filter((field) => !(name.startsWith('media.') && ofFiles.includes(field))),
      ),
    );
    const trusted = [...names].filter((name) => !name.includes('.untrusted_') && !isId(name));
    // Ids, codes of the service, what members and agents wrote, and local times, whose forms are checked.
    expect(trusted.sort()).toEqual([
      ...[
        'agent.name',
        'agents.name',
        'data.campaign',
        'data.description',
        'data.first_comment',
        'data.label',
        'data.reason',
        'data.scope',
        'data.title',
        'error.code',
      ],
      ...['failed_target.url', 'halt.reason', 'halt.scope', 'media.alt', 'media.url'],
      ...['campaign', 'content', 'medium', 'source', 'term'].map((name) => `parameters.utm_${name}`),
      ...['parts.url', 'problem.code', 'problem.detail'],
      ...['scheduled_local.local', 'scheduled_local.time_zone', 'scope.account', 'scope.label'],
      ...['targets.url', 'thread.text'],
      ...['unconfirmed_target.url', 'unsupported.message', 'video.pixel_aspect', 'video.profile'],
    ]);
  });

  it('is cleaned and has a maximum length', () => {
    const { untrusted_text, untrusted_actor, text } = markUntrusted({
      text: `a\u200B${'b'.repeat(3_000)}`,
      actor: null,
    });
    expect([String(untrusted_text).length, String(untrusted_text).slice(0, 2), untrusted_actor, text]).toEqual([
      ...[2_000, 'ab', null, undefined],
    ]);
  });
});
