import { zodResolver } from '@hookform/resolvers/zod'
import FileText from 'lucide-react/icons/file-text'
import { type Control, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useMe } from '#features/auth/web/me.ts'
import { CustomerField } from '#features/customers/web/customer-field.tsx'
import { NO_ORGANIZATION } from '#shared/contract.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { DateField } from '#shared/ui/date-field.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { Form } from '#shared/ui/form.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import { NewReport } from '../reports.contract.ts'
import { monthBack } from '../reports.rules.ts'
import { useGenerateReport } from './reports.api.ts'

/** The default period is last month, which is usually the one to report. */
const emptyReport = (): z.input<typeof NewReport> => ({ customerId: '', ...monthBack(todayInStockholm(), 1) })

type Props = {
  /** Whether generating is the page's primary action. */
  isNext: boolean
  onGenerated: (id: string) => void
}

export function ReportForm({ isNext, onGenerated }: Props) {
  const form = useForm({ resolver: zodResolver(NewReport), defaultValues: emptyReport() })
  const generate = useGenerateReport()
  const idempotency = useIdempotencyKey()
  const { orgId } = useMe()

  const choose = (months: number) => {
    for (const [name, date] of Object.entries(monthBack(todayInStockholm(), months)))
      form.setValue(name as 'from' | 'to', date, { shouldDirty: true })
    form.clearErrors()
  }
  const submit = async (report: NewReport) => {
    try {
      const generated = await generate.mutateAsync({ report, idempotencyKey: idempotency.keyFor(report) })
      idempotency.clear()
      showToast({ title: `Rapport genererad: ${plural(generated.rows, 'post', 'poster')}`, tone: 'success' })
      onGenerated(generated.id)
    } catch (error) {
      showFailure('Kunde inte generera rapport', error, form)
    }
  }

  return (
    <Card title="Ny rapport">
      <Form form={form} onSubmit={submit} label="Ny rapport" layout="row">
        {!orgId && <NoOrganization />}
        <ScopeFields control={form.control} />
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            variant={isNext ? 'primary' : 'secondary'}
            icon={FileText}
            isPending={form.formState.isSubmitting}
            pendingText="Genererar …"
            {...(!orgId && { disabledReason: NO_ORGANIZATION })}
          >
            Generera rapport
          </Button>
          <Button variant="quiet" onPress={() => choose(1)}>
            Förra månaden
          </Button>
          <Button variant="quiet" onPress={() => choose(0)}>
            Den här månaden
          </Button>
        </div>
      </Form>
    </Card>
  )
}

const NoOrganization = () => (
  <p role="alert" className="mb-4 rounded-sm bg-danger-soft px-3 py-2 text-danger-ink">
    {NO_ORGANIZATION}
  </p>
)

/** The customer and the period. */
const ScopeFields = ({ control }: { control: Control<z.input<typeof NewReport>, unknown, NewReport> }) => (
  <div className="grid grid-cols-12 items-start gap-3">
    <div className="col-span-12 sm:col-span-6">
      <CustomerField control={control} name="customerId" label="Kund" placeholder="Alla kunder" includeArchived />
    </div>
    <div className="col-span-12 sm:col-span-3">
      <DateField control={control} name="from" label="Från" isRequired />
    </div>
    <div className="col-span-12 sm:col-span-3">
      <DateField control={control} name="to" label="Till" isRequired />
    </div>
  </div>
)
