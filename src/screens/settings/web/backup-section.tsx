import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BACKUP_IS_OLD_AFTER_HOURS, type BackupStatus } from '#platform/backup/backup.contract.ts'
import { backupStatusQuery, useConfirmKeyCopy } from '#platform/backup/web/backup.api.ts'
import { formatBytes } from '#shared/bytes.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { formatDateTime } from '#shared/ui/format.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { showToast } from '#shared/ui/toast.tsx'

/** The time of the last backup, and warnings for administrators. */
export function BackupSection() {
  const status = useQuery(backupStatusQuery)
  return (
    <Card title="Säkerhetskopia">
      {status.data ? (
        <Status {...status.data} />
      ) : status.isError ? (
        <QueryError title="Kunde inte hämta uppgifterna om säkerhetskopian" query={status} />
      ) : (
        <p className="text-ink-soft">Laddar …</p>
      )}
    </Card>
  )
}

function Status({ last, isOld, failed, isNightly, problem, isOnDataDisk, space, areKeysIncluded }: BackupStatus) {
  return (
    <div className="flex flex-col gap-3">
      <p>{last ? `Senaste säkerhetskopia ${formatDateTime(last.finishedAt)}` : 'Ingen säkerhetskopia är gjord.'}</p>
      {isNightly && !problem && !last && !isOld && !failed && <p className="text-ink-soft">Den första görs i natt.</p>}
      {isOld && (
        <Warning>
          {last ? 'Säkerhetskopian' : 'Installationen'} är äldre än {BACKUP_IS_OLD_AFTER_HOURS} timmar.
        </Warning>
      )}
      {!isNightly && (
        <Warning>
          Inget kopieras av sig självt. Den som sköter driften anger en mapp på en annan disk som BACKUP_DIR.
        </Warning>
      )}
      {problem && <Warning>{problem} Inget kopieras förrän den som sköter driften har rättat det.</Warning>}
      {isOnDataDisk && (
        <Warning>
          Säkerhetskopiorna ligger på samma disk som databasen: går disken sönder försvinner båda. Den som sköter
          driften anger en mapp på en annan disk som BACKUP_DIR, eller kopierar filerna till en annan maskin.
        </Warning>
      )}
      {space && (
        <p className="max-w-prose text-ink-soft tabular-nums">
          {plural(space.count, 'kopia', 'kopior')} sparas och tar ungefär {formatBytes(space.bytes)}. Ledigt där de
          ligger: {formatBytes(space.freeBytes)}.
        </p>
      )}
      {space?.isLow && (
        <Warning>
          Det är ont om plats för säkerhetskopior. Minst dubbelt så mycket som de tar behöver vara ledigt. Be den som
          sköter driften frigöra plats eller spara färre kopior (BACKUP_KEEP).
        </Warning>
      )}
      {failed && (
        <Warning>
          Det senaste försöket misslyckades {formatDateTime(failed.finishedAt)}. {failed.reason}
        </Warning>
      )}
      {!areKeysIncluded && <KeysWarning />}
    </div>
  )
}

const Warning = ({ children }: { children: ReactNode }) => (
  <div className="rounded-md border border-accent bg-accent-soft p-3">
    <p className="max-w-prose">{children}</p>
  </div>
)

function KeysWarning() {
  const { mutate, isPending } = useConfirmKeyCopy()
  const confirm = () =>
    mutate(undefined, {
      onSuccess: () => showToast({ title: 'Noterat', text: 'Nycklarna finns på ett annat ställe.', tone: 'success' }),
      onError: (error) => showFailure('Kunde inte spara', error),
    })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-accent bg-accent-soft p-3">
      <p className="max-w-prose">
        Spara nyckelfilen på ett annat ställe än säkerhetskopian. Utan den är kundernas tekniska information borta för
        alltid.
      </p>
      <Button onPress={confirm} isPending={isPending} pendingText="Sparar...">
        Jag har sparat nycklarna
      </Button>
    </div>
  )
}
