import { MONTHS_SHOWN } from '#features/time/time.contract.ts'
import { latestMonths, todayInStockholm } from '#shared/dates.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { SelectInput } from '#shared/ui/select-input.tsx'
import type { AgreementSettings } from '../agreements.contract.ts'
import { useSetBillingFrom } from './agreements.api.ts'

/** From which month time is billed here. */
export function BillingFrom({ billingFrom }: AgreementSettings) {
  const { mutateAsync: set } = useSetBillingFrom()
  const months = [...new Set([...latestMonths(todayInStockholm(), MONTHS_SHOWN), billingFrom])].sort().reverse()
  return (
    <Card title="Fakturering">
      <div className="grid gap-4">
        <p className="max-w-prose text-ink-soft">Tid från månader före den här kommer aldrig med på ett underlag.</p>
        <SelectInput
          label="Faktureras härifrån sedan"
          value={billingFrom}
          onChange={(month) =>
            void attempt('Kunde inte spara månaden', () => set(month), `Faktureringen börjar i ${formatMonth(month)}`)
          }
          choices={months.map((month) => ({ value: month, label: formatMonth(month) }))}
        />
      </div>
    </Card>
  )
}
