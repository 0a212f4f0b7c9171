import { describe, expect, it } from 'vitest';
import { editObstacle } from '../../dashboard/src/content/edit-obstacle.ts';
import {
  canChangePlatforms,
  canSubmitSaved,
  errorsAt,
  hasSeveralTimes,
  linkHint,
  mainAction,
  needsApproval,
  otherActions,
  type Situation,
} from '../../dashboard/src/screens/composer/rules.ts';
import './english.ts';

const AT = '2026-11-20T09:30:00.000Z';
const LATER = '2026-11-20T23:30:00.000Z';

const situation = (fields: Partial<Situation> = {}): Situation => ({
  timing: 'draft',
  status: null,
  approval: 'not_submitted',
  isMaterial: true,
  isApprovalRequired: false,
  ...fields,
});

describe('mainAction', () => {
  it.each([
    [situation(), 'Save draft', false],
    [situation({ timing: 'schedule' }), 'Schedule', false],
    [situation({ timing: 'now' }), 'Publish now', false],
    [situation({ status: 'scheduled', timing: 'schedule' }), 'Save', false],
    [situation({ status: 'scheduled', timing: 'draft' }), 'Unschedule and save', false],
    [situation({ status: 'failed' }), 'Save', false],
    [situation({ isApprovalRequired: true }), 'Submit for approval', true],
    [situation({ isApprovalRequired: true, timing: 'schedule' }), 'Submit for approval', true],
  ])('names the action of %o', (given, label, submits) => {
    expect(mainAction(given)).toEqual({ label, submits });
  });

  it('submits an approved post again only when what is published changes', () => {
    const approved = {
      status: 'approved',
      approval: 'approved',
      isApprovalRequired: true,
      timing: 'schedule',
    } as const;
    expect(mainAction(situation({ ...approved, isMaterial: false })).submits).toBe(false);
    expect(mainAction(situation({ ...approved, isMaterial: true })).submits).toBe(true);
  });

  it('does not submit twice what waits for a decision', () => {
    const pending = { status: 'pending_approval', approval: 'pending_approval', isApprovalRequired: true } as const;
    expect(mainAction(situation({ ...pending, isMaterial: false })).submits).toBe(false);
    expect(mainAction(situation({ ...pending, isMaterial: true })).submits).toBe(true);
  });
});

describe('canSubmitSaved', () => {
  const canSubmit = (fields: Partial<Situation>) => {
    const given = situation({ status: 'draft', isMaterial: false, ...fields });
    return canSubmitSaved(given, mainAction(given));
  };

  it('permits it for a saved draft that needs no approval', () => {
    expect(canSubmit({})).toBe(true);
    expect(canSubmit({ approval: 'changes_requested' })).toBe(true);
  });

  it('rejects it for an item that is new, scheduled, submitted or approved, and where the main action submits', () => {
    expect(canSubmit({ status: null })).toBe(false);
    expect(canSubmit({ status: 'scheduled' })).toBe(false);
    expect(canSubmit({ approval: 'pending_approval' })).toBe(false);
    expect(canSubmit({ approval: 'approved' })).toBe(false);
    expect(canSubmit({ isApprovalRequired: true })).toBe(false);
  });
});

describe('otherActions', () => {
  const labels = (given: Situation) => otherActions(given, mainAction(given)).map(({ label }) => label);

  it('keep a post with a time as a draft, but not one that is scheduled or was sent', () => {
    expect(labels(situation({ timing: 'now' }))).toEqual(['Save draft']);
    expect(labels(situation({ timing: 'draft' }))).toEqual([]);
    expect(labels(situation({ timing: 'schedule', status: 'scheduled' }))).toEqual([]);
    expect(labels(situation({ timing: 'now', status: 'failed' }))).toEqual([]);
  });

  it('save a post that needs an approval without submitting it', () => {
    expect(labels(situation({ isApprovalRequired: true }))).toEqual(['Save draft']);
    const scheduled = situation({ isApprovalRequired: true, timing: 'schedule' });
    expect(labels(scheduled)).toEqual(['Schedule without submitting', 'Save draft']);
  });
});

describe('needsApproval', () => {
  it('is false while the workspace does not require one', () => {
    expect(needsApproval(situation())).toBe(false);
  });
});

describe('editObstacle', () => {
  it('is null while the API changes any field', () => {
    expect(editObstacle({ status: 'scheduled', editable_fields: ['scheduled_at'] })).toBeNull();
    expect(editObstacle({ status: 'published', editable_fields: [] })).toContain('published');
    expect(editObstacle({ status: 'publishing', editable_fields: [] })).toContain('being published');
  });
});

describe('canChangePlatforms', () => {
  it('is true for a new item, and while the API changes them', () => {
    expect(canChangePlatforms(null)).toBe(true);
    expect(canChangePlatforms({ editable_fields: ['title', 'platforms'] })).toBe(true);
    expect(canChangePlatforms({ editable_fields: ['title'] })).toBe(false);
  });
});

describe('errorsAt', () => {
  const errors = [
    { pointer: '/description', detail: 'Too long for X.' },
    { pointer: '/description', detail: 'Too long for Bluesky.' },
    { pointer: '/media/0/url', detail: 'Must be an https URL.' },
    { pointer: '/media/10/url', detail: 'Other.' },
  ];

  it('joins all errors of a field and of what is in it', () => {
    expect(errorsAt(errors, '/description')).toBe('Too long for X. Too long for Bluesky.');
    expect(errorsAt(errors, '/media/0')).toBe('Must be an https URL.');
  });

  it('is not confused by a field whose name begins the same', () => {
    expect(errorsAt(errors, '/media/1')).toBeNull();
  });
});

it.each([
  [['pending', AT], ['pending', LATER], true],
  [['pending', AT], ['pending', AT], false],
  [['published', AT], ['pending', LATER], false],
])('asks whether pending targets have several times: %j and %j', (one, other, expected) => {
  const targets = [one, other].map(([status, scheduled_at]) => ({ status: status!, scheduled_at: scheduled_at! }));
  expect(hasSeveralTimes({ targets })).toBe(expected);
});

describe('linkHint', () => {
  it.each([
    ['bluesky', 'Optional. An https URL to preview instead of the first link in the text. Not available with files.'],
    ['linkedin', 'Optional. An https URL to preview. Not available with files.'],
  ] as const)('says for %s what the URL replaces and excludes', (platform, hint) => {
    expect(linkHint(platform)).toBe(hint);
  });
});
