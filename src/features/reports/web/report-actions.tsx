import CheckCheck from 'lucide-react/icons/check-check'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { formatNumber, plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { formatDateTime } from '#shared/ui/format.ts'
import { PdfButton } from '#shared/ui/pdf-button.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import { saveFile } from '#shared/web/save-file.ts'
import { type Marked, NOTHING_TO_EXPORT, NOTHING_TO_MARK, type Report } from '../reports.contract.ts'
import { reportFileName, reportPdfName } from '../reports.rules.ts'
import { fetchCsv, fetchPdf, useMarkReport } from './reports.api.ts'

export function ReportActions({ report }: { report: Report }) {
  const csv = useCsv(report)
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="primary"
        icon={Download}
        onPress={csv.save}
        isPending={csv.progress !== undefined}
        pendingText={csv.progress ?? ''}
      >
        Exportera CSV
      </Button>
      <Button icon={Printer} onPress={() => openPrint(report)}>
        Exportera PDF
      </Button>
      {report.rows > 0 && <PdfButton name={reportPdfName(report)} fetchPdf={() => fetchPdf(report.id)} />}
      <MarkButton report={report} />
    </div>
  )
}

function useCsv({ id, rows, periodFrom, periodTo }: Report) {
  const [progress, setProgress] = useState<string>()
  const save = async () => {
    if (rows === 0) return showToast({ title: NOTHING_TO_EXPORT, tone: 'info' })
    setProgress('Hämtar CSV …')
    try {
      const file = await fetchCsv(id, (bytes) => setProgress(`Hämtar CSV, ${formatNumber(Math.ceil(bytes / 1000))} kB`))
      saveFile(file, reportFileName({ periodFrom, periodTo }))
      showToast({ title: 'CSV-fil exporterad', tone: 'success' })
    } catch (error) {
      showFailure('Kunde inte exportera CSV-fil', error)
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, save: () => void save() }
}

/** Must run in the click handler, or the browser blocks it as a pop-up. The new window has no access to this one. */
function openPrint({ id, rows }: Report) {
  if (rows === 0) return showToast({ title: NOTHING_TO_EXPORT, tone: 'info' })
  const opened = window.open(`/backoffice/reports/${id}/print`, '_blank')
  if (opened) {
    opened.opener = null
    return
  }
  showToast({
    title: 'Utskriftsfönstret blockerades',
    text: 'Tillåt popup-fönster för den här sidan i webbläsaren och tryck på Exportera PDF igen.',
    tone: 'error',
  })
}

function MarkButton({ report: { id, rows, markedAt } }: { report: Report }) {
  const [isConfirming, setConfirming] = useState(false)
  const mark = useMarkReport()
  const idempotency = useIdempotencyKey()

  const confirm = async () => {
    try {
      const marked = await mark.mutateAsync({ id, idempotencyKey: idempotency.keyFor(id) })
      idempotency.clear()
      showToast({
        title: plural(marked.marked, 'tidrad markerad som rapporterad', 'tidrader markerade som rapporterade'),
        text: describeUnmarked(marked),
        tone: marked.marked > 0 ? 'success' : 'info',
      })
    } catch (error) {
      showFailure('Kunde inte markera tidrader', error)
    } finally {
      setConfirming(false)
    }
  }

  return (
    <>
      <Button
        icon={CheckCheck}
        onPress={() => (rows === 0 ? showToast({ title: NOTHING_TO_MARK, tone: 'info' }) : setConfirming(true))}
        disabledReason={markedAt ? `Rapporten markerades ${formatDateTime(markedAt)}` : undefined}
      >
        Markera rapporterade
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Markera rapporterade"
          text={questionOf(rows)}
          confirmLabel="Markera rapporterade"
          isOpen
          onConfirm={confirm}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}

const questionOf = (rows: number) =>
  rows === 1
    ? 'Vill du markera tidraden som rapporterad och flytta den till arkivet?'
    : `Vill du markera alla ${plural(rows, 'tidrad', 'tidrader')} som rapporterade och flytta dem till arkivet?`

/** The text about rows that were not marked. */
function describeUnmarked({ alreadyReported, changed }: Marked) {
  const sentences = [
    alreadyReported > 0 && `${plural(alreadyReported, 'var redan rapporterad', 'var redan rapporterade')}.`,
    changed > 0 &&
      `${plural(changed, 'har ändrats sedan rapporten genererades och är inte markerad', 'har ändrats sedan rapporten genererades och är inte markerade')}. Generera en ny rapport för ${changed === 1 ? 'den' : 'dem'}.`,
  ]
  return sentences.filter(Boolean).join(' ') || undefined
}
