import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Import, renderHead, renderRows } from './module-text.ts';

export const NOTIFICATION_TABLE_PATH = 'lib/notifications/rules/kinds.ts';

const LIB = join(import.meta.dirname, '../../lib');

/** Render the list of all kinds of notifications, which each feature declares in its `notifications.ts`. */
export function renderNotificationTable(): string {
  const modules = globSync('*/notifications.ts', { cwd: LIB })
    .sort()
    .map((file) => {
      const text = readFileSync(join(LIB, file), 'utf8');
      return {
        file,
        names: [...text.matchAll(/^export const (\w+) = .*defineNotification\(/gm)].map(([, name]) => name!),
      };
    });
  const imports: Import[] = [
    ...modules.map(({ file, names }) => [`../../${file}`, `{ ${names.sort().join(', ')} }`] as const),
    ['../../core/events/define-notification.ts', 'type { NotificationDeclaration }'],
  ];
  const names = modules.flatMap((module) => module.names);
  return `${renderHead('the notifications of the features', imports)}

const ALL = [
${renderRows(names)}] as const;

export type NotificationKind = (typeof ALL)[number]['kind'];

// In functions, so that a bundle without a use of them has neither.
const kindsByPlace = () => ALL.toSorted((one, other) => one.place - other.place).map(({ kind }) => kind);
const declarationByKind = () => Object.fromEntries(ALL.map((each) => [each.kind, each]));

/** Every kind of notification, in the order of their places. */
export const NOTIFICATION_KINDS = /* @__PURE__ */ kindsByPlace();

/** The declaration of each kind. */
export const KINDS = /* @__PURE__ */ declarationByKind() as {
  [Kind in NotificationKind]: NotificationDeclaration<Kind>;
};
`;
}
