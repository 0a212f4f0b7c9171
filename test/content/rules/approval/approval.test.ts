import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyApprovalAction,
  assertApproved,
  assertMayDecide,
} from '../../../../lib/content/rules/approval/approval.ts';
import {
  APPROVAL_ACTIONS,
  type ApprovalAction,
  approvalStatusOf,
} from '../../../../lib/content/rules/approval/approval-states.ts';
import { contentHash, MATERIAL_FIELDS } from '../../../../lib/content/rules/approval/content-hash.ts';
import { recordMaterialEdit } from '../../../../lib/content/rules/approval/material-edit.ts';
import { lacksApproval } from '../../../../lib/content/rules/approval/required-approval.ts';
import { updateContent } from '../../../../lib/content/rules/change/content-update.ts';
import { CONTENT_STATUSES, type Content } from '../../../../lib/content/rules/content.ts';
import {
  APPROVAL_STATUSES,
  type ApprovalEvidence,
  type ApprovalStatus,
} from '../../../../lib/content/rules/content-approval.ts';
import { ROLE_NAMES } from '../../../../lib/core/api/permission.ts';
import {
  APPROVER_ROLES,
  defaultSettings,
  editSettings,
  type WorkspaceSettings,
} from '../../../../lib/identity/rules/workspace-settings.ts';
import { catchApiError } from '../../../core/values/thrown-api-error.ts';
import { at, draft, idsNamed, itemWithStatus, NOW_MS, scheduled, withApproval } from '../items.ts';

const REQUIRED: WorkspaceSettings = { ...defaultSettings('ws_1'), approval: 'required' };
const NOT_REQUIRED = defaultSettings('ws_1');
const AUTHOR = { userId: 'usr_1', role: 'owner' as const };
const REVIEWER = { userId: 'usr_2', role: 'approver' as const };

const { content } = draft('instagram', 'twitter');
const inStatus = (status: ApprovalStatus): Content =>
  status === 'not_submitted' ? content : withApproval(content, status);

const apply = (item: Content, action: ApprovalAction, more: object = {}) =>
  applyApprovalAction(item, action, { actor: REVIEWER, ...more }, REQUIRED, NOW_MS);

const ACTIONS = (Object.keys(APPROVAL_ACTIONS) as (keyof typeof APPROVAL_ACTIONS)[]).filter(
  (action): action is ApprovalAction => action !== 'edit',
);
const CELLS = ACTIONS.flatMap((action) =>
  APPROVAL_STATUSES.map((status): [ApprovalAction, ApprovalStatus] => [action, status]),
);
const isAllowed = ([action, status]: [ApprovalAction, ApprovalStatus]) =>
  (APPROVAL_ACTIONS[action].from as readonly string[]).includes(status);

describe('applyApprovalAction', () => {
  it.each(CELLS.filter(isAllowed))('%s changes an approval that is %s', (action, status) => {
    const next = apply(inStatus(status), action, { note: 'A note' });
    expect(next.approval).toMatchObject({ status: APPROVAL_ACTIONS[action].to, note: 'A note' });
    expect(next.approval?.content_hash).toBe(contentHash(content));
  });

  it.each(CELLS.filter((cell) => !isAllowed(cell)))('%s is rejected for an approval that is %s', (action, status) => {
    const { code, extensions } = catchApiError(() => apply(inStatus(status), action));
    expect([code, extensions.current]).toEqual(['invalid_state_transition', status]);
  });

  it('names who submitted, and who decided', () => {
    const submitted = applyApprovalAction(content, 'submit', { actor: AUTHOR }, REQUIRED, NOW_MS);
    expect(submitted.approval).toMatchObject({ requested_by: 'usr_1', requested_at: at(0), decided_by: null });
    const approved = apply(submitted, 'approve');
    expect(approved.approval).toMatchObject({ requested_by: 'usr_1', decided_by: 'usr_2', decided_at: at(0) });
  });

  it.each(['published', 'cancelled'] as const)('is rejected for an item that is %s', (status) => {
    const { code, extensions } = catchApiError(() => apply(itemWithStatus(status).content, 'submit'));
    expect([code, extensions.current]).toEqual(['invalid_state_transition', status]);
  });

  it('gives an idle item the status of its approval, and leaves a scheduled item scheduled', () => {
    expect(apply(content, 'submit').status).toBe('pending_approval');
    const item = apply(scheduled('twitter').content, 'submit');
    expect([item.status, item.approval?.status]).toEqual(['scheduled', 'pending_approval']);
  });

  it.each(ACTIONS)('%s is rejected for content that is not the one that was seen', (action) => {
    const status = APPROVAL_ACTIONS[action].from[0]!;
    const { code, extensions } = catchApiError(() => apply(inStatus(status), action, { content_hash: '0'.repeat(64) }));
    expect([code, extensions]).toEqual(['content_changed', { content_hash: contentHash(content) }]);
    expect(apply(inStatus(status), action, { content_hash: contentHash(content) }).approval?.status).toBe(
      APPROVAL_ACTIONS[action].to,
    );
  });
});

describe('assertMayDecide', () => {
  const byOthers = { created_by: 'usr_8', editors: ['usr_9'] };

  it.each(ROLE_NAMES)('allows the role %s exactly if the settings name it', (role) => {
    for (const allowed of APPROVER_ROLES) {
      const decide = () =>
        assertMayDecide({ userId: 'usr_2', role }, byOthers, { ...REQUIRED, approver_roles: [allowed] });
      if (role === allowed) expect(decide).not.toThrow();
      else expect(catchApiError(decide).code).toBe('approval_not_permitted');
    }
  });

  it.each([
    ['the member who created the item', { created_by: 'usr_2', editors: ['usr_9'] }],
    ['the member who edited it last', { created_by: 'usr_8', editors: ['usr_9', 'usr_2'] }],
    ['a member who edited it before another one', { created_by: 'usr_8', editors: ['usr_2', 'usr_9'] }],
  ])('rejects %s, unless authors may approve', (_, authors) => {
    expect(catchApiError(() => assertMayDecide(REVIEWER, authors, REQUIRED)).code).toBe('approval_not_permitted');
    expect(() => assertMayDecide(REVIEWER, authors, { ...REQUIRED, authors_may_approve: true })).not.toThrow();
  });

  it('rejects a member whose former id is that of an author', () => {
    const actor = { ...REVIEWER, formerIds: ['usr_7', 'usr_9'] };
    expect(catchApiError(() => assertMayDecide(actor, byOthers, REQUIRED)).code).toBe('approval_not_permitted');
    expect(() => assertMayDecide({ ...actor, formerIds: ['usr_7'] }, byOthers, REQUIRED)).not.toThrow();
  });

  it('is asked for every decision, and for no request of an author', () => {
    const decisions = ACTIONS.filter((action) => {
      try {
        applyApprovalAction(
          inStatus(APPROVAL_ACTIONS[action].from[0]!),
          action,
          { actor: AUTHOR },
          { ...REQUIRED, authors_may_approve: false },
          NOW_MS,
        );
        return false;
      } catch {
        return true;
      }
    });
    expect(decisions).toEqual(['approve', 'request-changes']);
  });
});

const CHANGES: Partial<Record<keyof Content, unknown>> = {
  title: 'New',
  description: 'New',
  platforms: ['twitter'],
  accounts: [{ id: 'acc_1', platform: 'twitter' }],
  media: [],
  thread: [{ text: 'New', media: [] }],
  first_comment: 'New',
  platform_options: { twitter: { text: 'New' } },
};

describe('the hash of the content', () => {
  it.each(Object.keys(MATERIAL_FIELDS) as (keyof Content)[])('depends on %s exactly if it is material', (field) => {
    const changed = { ...content, [field]: CHANGES[field] ?? 'another value' } as Content;
    expect(contentHash(changed) !== contentHash(content)).toBe(MATERIAL_FIELDS[field]);
  });

  it('does not depend on the order of keys', () => {
    const reversed = Object.fromEntries(Object.entries(content).reverse()) as unknown as Content;
    expect(contentHash(reversed)).toBe(contentHash(content));
  });
});

describe('an edit', () => {
  it.each(Object.entries(CHANGES))('of %s revokes an approval, and names its author', (name, value) => {
    const edited = recordMaterialEdit(
      inStatus('approved'),
      { ...inStatus('approved'), [name]: value },
      { editedBy: 'usr_3' },
      NOW_MS,
    );
    expect(edited).toMatchObject({
      status: 'draft',
      editors: ['usr_3'],
      approval: { status: 'not_submitted', decided_by: 'usr_3', decided_at: at(0), note: null },
    });
  });

  it('keeps the request for changes, which it answers', () => {
    const before = inStatus('changes_requested');
    const edited = recordMaterialEdit(before, { ...before, title: 'New' }, { editedBy: 'usr_3' }, NOW_MS);
    const approval = { ...before.approval, changed_fields: ['title'] };
    expect([edited.approval, edited.editors]).toEqual([approval, ['usr_3']]);
  });

  it('is named to the person who decides again, until they have decided', () => {
    const before = inStatus('changes_requested');
    const edited = recordMaterialEdit(before, { ...before, title: 'New' }, { editedBy: 'usr_3' }, NOW_MS);
    const again = recordMaterialEdit(edited, { ...edited, description: 'New' }, { editedBy: 'usr_3' }, NOW_MS);
    const submitted = apply(again, 'submit', { actor: AUTHOR });
    expect(submitted.approval).toMatchObject({ status: 'pending_approval', changed_fields: ['title', 'description'] });
    expect(apply(submitted, 'approve').approval).toMatchObject({ status: 'approved', changed_fields: [] });
  });

  it('of the time keeps the approval', () => {
    const { content: item, entries } = scheduled('twitter');
    const state = { content: withApproval(item, 'approved'), entries };
    const moved = updateContent(state, { scheduled_at: at(7200), editedBy: 'usr_3' }, idsNamed('e'), NOW_MS);
    expect([moved?.content.approval, moved?.content.editors]).toEqual([state.content.approval, []]);
  });
});

describe('lacksApproval', () => {
  it.each(APPROVAL_STATUSES)('is false for a required approval only if it is approved: %s', (status) => {
    expect(lacksApproval(inStatus(status), REQUIRED)).toBe(status !== 'approved');
    expect(lacksApproval(inStatus(status), NOT_REQUIRED)).toBe(false);
  });

  it('is true for other content than the one that was approved', () => {
    expect(lacksApproval({ ...inStatus('approved'), description: 'Another' }, REQUIRED)).toBe(true);
  });

  it('is true for media behind a URL where the workspace requires passkeys, also with a signature', () => {
    const statement = JSON.stringify({ type: 'content_approval', version: 1, accounts: [] });
    const evidence = { statement } as ApprovalEvidence;
    const withoutMedia = withApproval({ ...content, media: [] }, 'approved');
    const signed = (item: Content) => ({ ...item, approval: { ...item.approval!, evidence } });
    const settings = { ...REQUIRED, approval_method: 'passkey' as const };
    expect(lacksApproval(signed(withoutMedia), settings)).toBe(false);
    expect(lacksApproval(signed(inStatus('approved')), settings)).toBe(true);
  });

  it('is what assertApproved rejects', () => {
    expect(() => assertApproved(inStatus('approved'), REQUIRED)).not.toThrow();
    const { code, extensions } = catchApiError(() => assertApproved(inStatus('pending_approval'), REQUIRED));
    expect([code, extensions]).toEqual(['approval_required', { current: 'pending_approval' }]);
  });

  it('is false only for content that a decision was made about, after any sequence of actions and edits', () => {
    const step = fc.oneof(
      fc.constantFrom(...ACTIONS).map((action) => ({ action })),
      fc.nat(2).map((text) => ({ text })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let item = content;
        let approvedHash: string | null = null;
        for (const each of steps) {
          if ('text' in each) {
            item = recordMaterialEdit(
              item,
              { ...item, description: `Text ${each.text}` },
              { editedBy: 'usr_1' },
              NOW_MS,
            );
          } else if (isAllowed([each.action, approvalStatusOf(item)])) {
            item = apply(item, each.action);
            approvedHash = each.action === 'approve' ? contentHash(item) : null;
          }
          if (!lacksApproval(item, REQUIRED)) expect(contentHash(item)).toBe(approvedHash);
          expect(CONTENT_STATUSES).toContain(item.status);
        }
      }),
    );
  });
});

describe('editSettings', () => {
  it('returns the same settings when nothing changes', () => {
    expect(editSettings(REQUIRED, {})).toBe(REQUIRED);
    expect(editSettings(REQUIRED, { approver_roles: ['approver', 'owner', 'admin'] })).toBe(REQUIRED);
  });

  it('leaves omitted fields unchanged', () => {
    expect(editSettings(REQUIRED, { authors_may_approve: true })).toEqual({ ...REQUIRED, authors_may_approve: true });
  });
});
