import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import TrendingUp from 'lucide-react/icons/trending-up'
import { useState } from 'react'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { SwitchInput } from '#shared/ui/switch.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import type { AgreementSettings, ListedTerms } from '../agreements.contract.ts'
import { STANDARD_VAT_PERCENT, validOn } from '../terms.rules.ts'
import { recoverableTerms } from './agreement-recovery.ts'
import {
  agreementSettingsQuery,
  useRemoveDefault,
  useRemoveVatRate,
  useSetDefault,
  useSetVatRate,
} from './agreements.api.ts'
import { ArticlesSection } from './articles-section.tsx'
import { BillingFrom } from './billing-from.tsx'
import { DefaultForm, VatRateForm } from './dated-forms.tsx'
import { DatedRows } from './dated-rows.tsx'
import { RAISE_PRICES } from './raise-prices-path.ts'
import { TermsTable } from './terms-table.tsx'
import { termsName } from './terms-text.ts'
import { WorkArticles } from './work-articles.tsx'

const TermsDialog = lazyPart(() => import('./terms.dialog.tsx').then((m) => m.TermsDialog))

/** Avtal: terms and their versions, the default terms, the rate of VAT and articles. For administrators. */
export function AgreementSettingsPage() {
  const query = useQuery(agreementSettingsQuery)
  if (!query.data)
    return query.isError ? (
      <QueryError title="Kunde inte hämta villkoren" query={query} />
    ) : (
      <Skeleton className="h-96" />
    )
  return (
    <>
      <TermsSection terms={query.data.terms} />
      <Defaults {...query.data} />
      <VatRates {...query.data} />
      <ArticlesSection />
      <WorkArticles />
      <BillingFrom {...query.data} />
    </>
  )
}

function TermsSection({ terms }: { terms: ListedTerms[] }) {
  const [open, setOpen] = useTransitionState<ListedTerms | 'new' | undefined>(recoverableTerms())
  const [showsEarlier, setShowsEarlier] = useState(false)
  const add = (
    <Button icon={Plus} onPress={() => setOpen('new')}>
      Nya villkor
    </Button>
  )
  const hasEarlier = terms.some(({ isLatest }) => !isLatest)
  return (
    <section aria-labelledby="villkor" className="grid grid-cols-1 gap-3">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="villkor" className="font-semibold text-md">
          Villkor
        </h2>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {hasEarlier && (
            <SwitchInput label="Visa tidigare versioner" value={showsEarlier} onChange={setShowsEarlier} />
          )}
          {terms.length > 0 && (
            <>
              <LinkButton to={RAISE_PRICES} icon={TrendingUp}>
                Höj priser
              </LinkButton>
              {add}
            </>
          )}
        </div>
      </div>
      <TermsTable
        rows={terms.filter(({ isLatest }) => isLatest || showsEarlier)}
        onNewVersion={setOpen}
        empty={
          <EmptyState
            title="Inga villkor ännu"
            text="Skriv in era priser, så kan tiden bli ett fakturaunderlag."
            action={add}
          />
        }
      />
      {open && <TermsDialog {...(open !== 'new' && { earlier: open })} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

function Defaults({ terms, defaults }: AgreementSettings) {
  const { mutateAsync: set } = useSetDefault()
  const { mutateAsync: remove } = useRemoveDefault()
  const current = validOn(defaults, todayInStockholm())
  const idOf = new Map(defaults.map((row) => [row.validFrom, row.terms.id]))
  return (
    <Card title="Standardvillkor">
      <div className="grid gap-4">
        <p className="max-w-prose text-ink-soft">Gäller för kunder utan eget avtal.</p>
        <DatedRows
          label="Standardvillkor"
          rows={defaults.map((row) => ({ ...row, text: termsName(row.terms), isCurrent: row === current }))}
          empty="Inga standardvillkor. Tid för kunder utan avtal får inget pris."
          onRemove={({ validFrom }) => remove(validFrom)}
          onRestore={({ validFrom }) => set({ validFrom, termsId: idOf.get(validFrom) ?? '' })}
        />
        {terms.length > 0 && <DefaultForm terms={terms} />}
      </div>
    </Card>
  )
}

function VatRates({ vatRates }: AgreementSettings) {
  const { mutateAsync: set } = useSetVatRate()
  const { mutateAsync: remove } = useRemoveVatRate()
  const current = validOn(vatRates, todayInStockholm())
  const percentOf = new Map(vatRates.map((row) => [row.validFrom, row.percent]))
  return (
    <Card title="Moms">
      <div className="grid gap-4">
        <DatedRows
          label="Momssatser"
          rows={vatRates.map((row) => ({ ...row, text: `${row.percent} %`, isCurrent: row === current }))}
          empty={`Momsen är ${STANDARD_VAT_PERCENT} %. Lägg till en sats om den ändras.`}
          onRemove={({ validFrom }) => remove(validFrom)}
          onRestore={({ validFrom }) => set({ validFrom, percent: percentOf.get(validFrom) ?? 0 })}
        />
        <VatRateForm />
      </div>
    </Card>
  )
}
