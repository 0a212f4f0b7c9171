import { Dialog } from '../../components/dialog.tsx';
import { Status } from '../../components/status.tsx';
import { Table } from '../../components/table.tsx';
import type { LoadedContent } from '../../content/content.ts';
import { editObstacle } from '../../content/edit-obstacle.ts';
import { platformName } from '../../platforms.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';
import { differences } from './differences.ts';
import type { Draft } from './draft.ts';

interface ConflictProps {
  draft: Draft;
  base: LoadedContent;
  current: LoadedContent;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Compare what was typed with what another member saved, and ask which to keep. */
export function ConflictDialog({ draft, base, current, onKeepMine, onTakeTheirs, onClose }: ConflictProps) {
  const { timeZone } = useTimeZone();
  const rows = differences(draft, current.content, (at) => formatTime(at, timeZone));
  const obstacle = editObstacle(current.content);
  return (
    <Dialog title="This post has changed" onClose={onClose}>
      <p>
        Another member saved it at {formatTime(current.content.updated_at, timeZone)}. Your changes are kept, but not
        saved.
      </p>
      {base.content.status !== current.content.status && (
        <p>
          Its status is now <Status status={current.content.status} />.
        </p>
      )}
      {rows.length > 0 ? (
        <Table caption="Differences" scrollLabel="Differences" columns={['Field', 'Yours', 'Theirs']}>
          {rows.map(({ field, platform, mine, theirs }) => (
            <tr key={field + platform}>
              <th scope="row">{platform ? `${field} ${platformName(platform)}` : field}</th>
              <td class="compared">{mine || '(empty)'}</td>
              <td class="compared">{theirs || '(empty)'}</td>
            </tr>
          ))}
        </Table>
      ) : (
        <p>Both versions have the same text, platforms, files and time.</p>
      )}
      {obstacle && <p>{obstacle} Copy what you need before you use their version.</p>}
      <footer>
        <button type="button" onClick={onTakeTheirs}>
          Use theirs
        </button>
        {!obstacle && (
          <button type="button" class="primary" onClick={onKeepMine}>
            Keep mine
          </button>
        )}
      </footer>
    </Dialog>
  );
}
