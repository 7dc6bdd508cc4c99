// Fields of a recurring charge that its two dialogs share.
import type { Control, FieldPath } from 'react-hook-form'
import type { RecipientChoice } from '#features/customers/recipients.contract.ts'
import { DateField } from '#shared/ui/date-field.tsx'
import { Select } from '#shared/ui/select.tsx'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { CHARGE_NOTE_MAX, CHARGE_ORDER_NUMBER_MAX, CHARGE_TEXT_MAX, CHARGE_UNIT_MAX } from '../charges.contract.ts'
import type { ChargeFactsValues } from './charge-form.ts'

type OwnTextProps<Values extends ChargeFactsValues, Out> = {
  control: Control<Values, unknown, Out>
  isRequired: boolean
}

/** The text and unit of a charge. */
export function OwnText<Values extends ChargeFactsValues, Out>({ control, isRequired }: OwnTextProps<Values, Out>) {
  return (
    <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
      <TextField
        control={control}
        name={'text' as FieldPath<Values>}
        label="Text"
        hint={isRequired ? 'Till exempel Säkerhetskopia per server' : 'Tomt för artikelns namn'}
        isRequired={isRequired}
        maxLength={CHARGE_TEXT_MAX}
        autoComplete="off"
      />
      <TextField
        control={control}
        name={'unit' as FieldPath<Values>}
        label="Enhet"
        isRequired={isRequired}
        maxLength={CHARGE_UNIT_MAX}
        autoComplete="off"
      />
    </div>
  )
}

type FactsProps<Values extends ChargeFactsValues, Out> = {
  control: Control<Values, unknown, Out>
  /** The first is the default. */
  recipients: readonly RecipientChoice[]
}

/** Binding, notice, order number, recipient where there are several, and note. */
export function ChargeFacts<Values extends ChargeFactsValues, Out>({ control, recipients }: FactsProps<Values, Out>) {
  const name = (field: keyof ChargeFactsValues) => field as FieldPath<Values>
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <DateField control={control} name={name('bindingUntil')} label="Bundet till" />
        <TextField
          control={control}
          name={name('noticeMonths')}
          label="Uppsägning, mån"
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          control={control}
          name={name('orderNumber')}
          label="Ordernummer"
          maxLength={CHARGE_ORDER_NUMBER_MAX}
          autoComplete="off"
        />
      </div>
      {recipients.length > 1 && (
        <Select
          control={control}
          name={name('recipientId')}
          label="Fakturamottagare"
          emptyLabel={`Förvald: ${recipients[0]?.name}`}
          choices={recipients.map(({ id, name: label }) => ({ value: id, label }))}
        />
      )}
      <TextArea
        control={control}
        name={name('note')}
        label="Intern anteckning"
        hint="Visas inte för kunden"
        maxLength={CHARGE_NOTE_MAX}
        rows={2}
      />
    </>
  )
}
