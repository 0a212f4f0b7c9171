import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Status } from '../../components/status.tsx';
import { ListTable } from '../../components/table.tsx';
import { type Account, accountName, type LoadedContent } from '../../content/content.ts';
import { editObstacle } from '../../content/edit-obstacle.ts';
import { rich, t } from '../../language/texts.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';
import { differences } from './differences.ts';
import type { Draft } from './draft.ts';

interface ConflictProps {
  draft: Draft;
  base: LoadedContent;
  current: LoadedContent;
  accounts: Account[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Compare what was typed with what another member saved, and ask which to keep. */
export function ConflictDialog({ draft, base, current, accounts, onKeepMine, onTakeTheirs, onClose }: ConflictProps) {
  const { timeZone } = useTimeZone();
  const timeOf = (at: string) => formatTime(at, timeZone);
  const accountOf = (id: string) => {
    const account = accounts.find((each) => each.id === id);
    return account ? accountName(account) : id;
  };
  const rows = differences(draft, current.content, { timeOf, accountOf });
  const obstacle = editObstacle(current.content);
  return (
    <Dialog title={t('composer.hasChanged')} onClose={onClose}>
      <p>{t('composer.anotherMemberSaved', { time: timeOf(current.content.updated_at) })}</p>
      {base.content.status !== current.content.status && (
        <p>{rich('composer.statusIsNow', { status: () => <Status status={current.content.status} /> })}</p>
      )}
      {rows.length > 0 ? (
        <ListTable
          caption={t('composer.differences')}
          scrollLabel={t('composer.differences')}
          items={rows}
          by="field"
          columns={[
            { name: t('words.field'), cell: ({ field }) => field, isHead: true },
            { name: t('composer.yours'), cell: ({ mine }) => mine || t('words.empty'), class: 'compared' },
            { name: t('composer.theirs'), cell: ({ theirs }) => theirs || t('words.empty'), class: 'compared' },
          ]}
        />
      ) : (
        <p>{t('composer.sameVersions')}</p>
      )}
      {obstacle && (
        <p>
          {obstacle} {t('composer.copyFirst')}
        </p>
      )}
      <footer>
        <Button onClick={onTakeTheirs}>{t('composer.useTheirs')}</Button>
        {!obstacle && (
          <Button class="primary" onClick={onKeepMine}>
            {t('composer.keepMine')}
          </Button>
        )}
      </footer>
    </Dialog>
  );
}
