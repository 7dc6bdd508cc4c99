import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber, plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { recoveryCodesQuery } from './factors.api.ts'
import { RecoveryCodesDialog } from './recovery-codes.dialog.tsx'

const FEW = 3

/** How many recovery codes are left, and new ones. */
export function OwnRecoveryCodes({ hasCodes }: { hasCodes: boolean }) {
  const query = useQuery({ ...recoveryCodesQuery, enabled: hasCodes })
  const [step, setStep] = useState<'asking' | 'making'>()
  const codes = hasCodes ? query.data : null
  const stop = () => setStep(undefined)
  return (
    <section aria-labelledby="recovery-codes" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="recovery-codes" className="font-semibold">
          Reservkoder
        </h3>
        {codes !== undefined && (
          <Button onPress={() => setStep(codes ? 'asking' : 'making')}>{codes ? 'Gör nya koder' : 'Gör koder'}</Button>
        )}
      </div>
      {codes === undefined && query.error && <QueryError title="Kunde inte hämta reservkoderna" query={query} />}
      {codes === undefined && !query.error && <Skeleton className="h-5" />}
      {codes !== undefined && <p className="max-w-prose text-ink-soft">{leftText(codes)}</p>}
      {step === 'asking' && (
        <ConfirmDialog
          isOpen
          title="Göra nya reservkoder?"
          text="De koder du har slutar att gälla."
          confirmLabel="Gör nya koder"
          onConfirm={() => setStep('making')}
          onClose={stop}
        />
      )}
      {step === 'making' && <RecoveryCodesDialog onClose={stop} />}
    </section>
  )
}

function leftText(codes: { remaining: number; total: number } | null): string {
  if (!codes) return 'Du har inga. Gör koder, så kommer du in även när telefonen eller datorn är borta.'
  const left = `${plural(codes.remaining, 'kod', 'koder')} kvar av ${formatNumber(codes.total)}.`
  if (codes.remaining >= FEW) return `${left} En kod släpper in dig när telefonen eller datorn är borta.`
  return `${left} Gör nya koder innan de tar slut.`
}
