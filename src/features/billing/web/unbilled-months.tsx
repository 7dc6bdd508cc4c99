import { useForm } from 'react-hook-form'
import { formatMonth } from '#shared/month-names.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Checkbox } from '#shared/ui/checkbox.tsx'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import type { UnbilledMonth } from '../invoice-bases.contract.ts'

const textOf = ({ month, rows }: UnbilledMonth) =>
  `${formatMonth(month)} är inte fakturerad, ${plural(rows, 'rad', 'rader')}`

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** 'September 2026 är inte fakturerad, 4 rader' for each earlier month. */
export function UnbilledMonths({ months }: { months: readonly UnbilledMonth[] }) {
  return months.map((one) => (
    <span key={one.month} className="block text-ink-soft text-sm">
      {capitalized(textOf(one))}
    </span>
  ))
}

type Props = {
  month: string
  customer: string
  months: readonly UnbilledMonth[]
  onCreate: (earlier: string[]) => Promise<unknown>
  onClose: () => void
}

/** Asks which earlier months' rows go along; none unless they are chosen. */
export function EarlierMonthsDialog({ month, customer, months, onCreate, onClose }: Props) {
  const form = useForm<Record<string, boolean>>({
    defaultValues: Object.fromEntries(months.map((one) => [one.month, false])),
  })
  const submit = async (chosen: Record<string, boolean>) => {
    await onCreate(months.map((one) => one.month).filter((one) => chosen[one]))
    onClose()
  }
  return (
    <FormDialog
      title={`Underlag för ${formatMonth(month)}`}
      form={form}
      onSubmit={submit}
      submitLabel="Skapa"
      onClose={onClose}
    >
      <p className="text-ink-soft">
        {customer} har tidigare månader som inte är fakturerade. Deras rader följer bara med om du väljer dem.
      </p>
      {months.map((one) =>
        one.hasBasis ? (
          <p key={one.month} className="text-ink-soft">
            {capitalized(textOf(one))}. Den har ett eget underlag.
          </p>
        ) : (
          <Checkbox
            key={one.month}
            control={form.control}
            name={one.month}
            label={`Ta med ${formatMonth(one.month)}, ${plural(one.rows, 'rad', 'rader')}`}
          />
        ),
      )}
    </FormDialog>
  )
}
