import { useQuery } from '@tanstack/react-query'
import { fileUsageQuery } from '#files/web/files.api.ts'
import { formatBytes } from '#lib/bytes.rules.ts'
import { Card } from '#lib/ui/card.tsx'
import { ProgressBar } from '#lib/ui/progress-bar.tsx'
import { QueryError } from '#lib/ui/query-error.tsx'
import { BackupSection } from './backup-section.tsx'

/** What is stored, and where it is copied. */
export const StorageSettings = () => (
  <div className="grid grid-cols-1 gap-6">
    <BackupSection />
    <FileUsage />
  </div>
)

function FileUsage() {
  const usage = useQuery(fileUsageQuery)
  return (
    <Card title="Filer">
      {usage.data ? (
        <Usage {...usage.data} />
      ) : usage.isError ? (
        <QueryError title="Kunde inte hämta hur mycket filerna tar" query={usage} />
      ) : (
        <p className="text-ink-soft">Laddar …</p>
      )}
    </Card>
  )
}

function Usage({ bytes, quota, isNearlyFull }: { bytes: number; quota: number; isNearlyFull: boolean }) {
  return (
    <div className="flex flex-col gap-3">
      <p id="filer-anvant" className="tabular-nums">
        {formatBytes(bytes)} av {formatBytes(quota)} används
      </p>
      <ProgressBar
        labelledBy="filer-anvant"
        max={quota}
        value={bytes}
        isDanger={isNearlyFull}
        className="h-2 w-full max-w-md"
      />
      {isNearlyFull && (
        <p className="max-w-prose rounded-md border border-accent bg-accent-soft p-3">
          Utrymmet är snart slut, och då går det inte att skicka fler filer. Ta bort dokument som inte behövs, eller be
          den som sköter driften om mer utrymme.
        </p>
      )}
    </div>
  )
}
