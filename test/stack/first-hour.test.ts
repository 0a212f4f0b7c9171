import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { synthesized } from './synthesized.ts';

const ROOT = join(import.meta.dirname, '../..');
const [, text = ''] = readFileSync(join(ROOT, 'docs/deploy.md'), 'utf8').split('\n## The first hour\n');
const production = synthesized('production', { alarmEmail: 'oncall@example.com' });

const matches = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))];

describe('the first hour in docs/deploy.md', () => {
  it('names resources that the stack has, once each', () => {
    const names = matches(/\$\(resource (\w+)\)/g);
    expect(names.length).toBeGreaterThanOrEqual(2);
    for (const name of names) {
      const found = Object.keys(production.service.Resources).filter((id) =>
        new RegExp(`^${name}[0-9A-F]{8}$`).test(id),
      );
      expect(found, name).toHaveLength(1);
    }
  });

  it('names alarms that exist', () => {
    const alarms = Object.values(production.resources).map(({ Properties }) => Properties?.AlarmName);
    const names = matches(/--alarm-names? \$STACK-(\w+)/g);
    expect(names.length).toBeGreaterThanOrEqual(2);
    for (const name of names) expect(alarms).toContain(`ContentIntelligence-production-${name}`);
  });

  it('names outputs, the schedule group and dead-letter queues that exist', () => {
    for (const name of matches(/\$\(output (\w+)\)/g)) expect(production.service.Outputs).toHaveProperty(name);
    const groups = production.ofType('AWS::Scheduler::ScheduleGroup').map(({ Properties }) => Properties.Name);
    expect(groups).toEqual(
      matches(/--group-name \$STACK-(\w+)/g).map((name) => `ContentIntelligence-production-${name}`),
    );
    for (const name of matches(/redrive -- (\w+)/g)) {
      expect(
        Object.keys(production.service.Resources).some((id) => id.startsWith(name)),
        name,
      ).toBe(true);
    }
  });

  it('runs commands that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    for (const name of matches(/npm run (\w+)/g)) expect(scripts).toHaveProperty(name);
  });

  it('states what to expect in every section', () => {
    const sections = text.split(/^### /m).slice(1);
    expect(sections.length).toBeGreaterThanOrEqual(10);
    for (const section of sections) expect(section, section.split('\n')[0]).toMatch(/^Expected/m);
  });
});
