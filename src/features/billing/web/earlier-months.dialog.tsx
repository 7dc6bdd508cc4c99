import { useForm } from 'react-hook-form'
import { formatMonth } from '#shared/month-names.rules.ts'
import { Checkbox } from '#shared/ui/checkbox.tsx'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import type { UnbilledMonth } from '../invoice-bases.contract.ts'
import { unbilledCounts, unbilledText } from './unbilled-months.tsx'

type Props = {
  month: string
  customer: string
  months: readonly UnbilledMonth[]
  /** Closes the dialog when it succeeds. */
  onCreate: (earlier: string[]) => Promise<void>
  onClose: () => void
}

/** Asks which earlier months go along; none unless they are chosen. */
export function EarlierMonthsDialog({ month, customer, months, onCreate, onClose }: Props) {
  const form = useForm<Record<string, boolean>>({
    defaultValues: Object.fromEntries(months.map((one) => [one.month, false])),
  })
  const submit = (chosen: Record<string, boolean>) =>
    onCreate(months.map((one) => one.month).filter((one) => chosen[one]))
  return (
    <FormDialog
      title={`Underlag för ${formatMonth(month)}`}
      form={form}
      onSubmit={submit}
      submitLabel="Skapa"
      onClose={onClose}
    >
      <p className="text-ink-soft">
        {customer} har tidigare månader som inte är fakturerade. Det som hör till dem följer bara med om du väljer dem.
      </p>
      {months.map((one) =>
        one.hasBasis ? (
          <p key={one.month} className="text-ink-soft">
            {unbilledText(one)}. Den har ett eget underlag.
          </p>
        ) : (
          <Checkbox
            key={one.month}
            control={form.control}
            name={one.month}
            label={`Ta med ${formatMonth(one.month)}, ${unbilledCounts(one)}`}
          />
        ),
      )}
    </FormDialog>
  )
}
