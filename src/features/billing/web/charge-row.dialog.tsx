// Dialogs that change a recurring charge from a date: its quantity, price or discount, and its end.
import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { z } from 'zod'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { plainKronor } from '#shared/money.rules.ts'
import { DateField } from '#shared/ui/date-field.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { chargeNoticeText, chargeTermText, hundredthsText } from '../charge-texts.rules.ts'
import { type Charge, ChargeEnd, type NewPrice, type NewQuantity } from '../charges.contract.ts'
import type { NewDiscount } from '../discount-fields.contract.ts'
import { PriceForm, QuantityForm } from './charge-form.ts'
import { type ChargeDialog, chargeKey } from './charge-recovery.ts'
import { useEndCharge, useSetDiscount, useSetPrice, useSetQuantity } from './charges.api.ts'
import { DatedDiscountForm } from './discount-form.ts'
import { DiscountInputs } from './discount-inputs.tsx'

type Props = { charge: Charge; onClose: () => void }

const decimal = { inputMode: 'decimal', autoComplete: 'off' } as const

type RowForm<Values extends FieldValues, Out> = {
  dialog: ChargeDialog
  resolver: Resolver<Values, unknown, Out>
  values: DefaultValues<Values>
  save: (row: Out) => Promise<unknown>
}

/** The form of one of the dialogs, and what its submission does. */
function useChargeForm<Values extends FieldValues, Out>(
  { charge, onClose }: Props,
  { dialog, resolver, values, save }: RowForm<Values, Out>,
): { form: UseFormReturn<Values, unknown, Out>; onSubmit: (row: Out) => Promise<void>; onClose: () => void } {
  const form = useForm<Values, unknown, Out>({ resolver, defaultValues: values })
  useFormRecovery(form, { key: chargeKey(dialog, charge.id) })
  const onSubmit = async (row: Out) => {
    if (await attempt('Kunde inte ändra abonnemanget', () => save(row), 'Abonnemanget är ändrat', form)) onClose()
  }
  return { form, onSubmit, onClose }
}

/** What happens with months that are billed already. */
const Billed = () => (
  <p className="text-ink-soft text-sm">
    Gäller datumet en period som redan är fakturerad kommer skillnaden som en justering på nästa underlag.
  </p>
)

export function QuantityDialog(props: Props) {
  const { charge } = props
  const { mutateAsync } = useSetQuantity()
  const dialog = useChargeForm(props, {
    dialog: 'quantity',
    resolver: zodResolver(QuantityForm),
    values: { validFrom: todayInStockholm(), hundredths: hundredthsText(charge.hundredths) },
    save: (body: NewQuantity) => mutateAsync({ id: charge.id, body }),
  })
  return (
    <FormDialog title={`Ändra antal: ${charge.name}`} {...dialog}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={dialog.form.control}
          name="hundredths"
          label={`Antal, ${charge.unitName}`}
          hint={`Nu ${hundredthsText(charge.hundredths)}`}
          isRequired
          autoFocus
          {...decimal}
        />
        <DateField control={dialog.form.control} name="validFrom" label="Från" isRequired />
      </div>
      {!charge.isByDays && (
        <p className="text-ink-soft text-sm">Räknas i hela perioder: ändringen gäller från nästa period.</p>
      )}
      <Billed />
    </FormDialog>
  )
}

export function PriceDialog(props: Props) {
  const { charge } = props
  const [latest] = charge.prices
  const { mutateAsync } = useSetPrice()
  const dialog = useChargeForm(props, {
    dialog: 'price',
    resolver: zodResolver(PriceForm),
    values: {
      validFrom: todayInStockholm(),
      priceOre: latest && latest.priceOre !== null ? plainKronor(latest.priceOre) : '',
    },
    save: (body: NewPrice) => mutateAsync({ id: charge.id, body }),
  })
  return (
    <FormDialog title={`Ändra pris: ${charge.name}`} {...dialog}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={dialog.form.control}
          name="priceOre"
          label={`Pris per ${charge.unitName}, kr`}
          hint={charge.articleId ? 'Tomt för artikelns pris' : 'Utan moms'}
          isRequired={charge.articleId === null}
          autoFocus
          {...decimal}
        />
        <DateField
          control={dialog.form.control}
          name="validFrom"
          label="Från"
          hint="Gäller perioder som börjar då eller senare"
          isRequired
        />
      </div>
      <Billed />
    </FormDialog>
  )
}

export function DiscountDialog(props: Props) {
  const { charge } = props
  const { mutateAsync } = useSetDiscount()
  const dialog = useChargeForm(props, {
    dialog: 'discount',
    resolver: zodResolver(DatedDiscountForm),
    values: { validFrom: todayInStockholm(), basisPoints: '', amountOre: '' },
    save: (body: NewDiscount) => mutateAsync({ id: charge.id, body }),
  })
  return (
    <FormDialog title={`Rabatt: ${charge.name}`} {...dialog}>
      <DiscountInputs control={dialog.form.control} amountHint="Av varje period" />
      <DateField
        control={dialog.form.control}
        name="validFrom"
        label="Från"
        hint="Gäller perioder som börjar då eller senare"
        isRequired
      />
      <p className="text-ink-soft text-sm">Lämna båda tomma för ingen rabatt från datumet.</p>
      <Billed />
    </FormDialog>
  )
}

const EndForm = z
  .object({ endsOn: z.string().transform((day): string | null => day) })
  .pipe(ChargeEnd.omit({ version: true }))

export function EndDialog(props: Props) {
  const { charge } = props
  const { mutateAsync } = useEndCharge()
  const dialog = useChargeForm(props, {
    dialog: 'end',
    resolver: zodResolver(EndForm),
    values: { endsOn: charge.endsOn ?? todayInStockholm() },
    save: ({ endsOn }: Pick<ChargeEnd, 'endsOn'>) =>
      mutateAsync({ id: charge.id, body: { endsOn, version: charge.version } }),
  })
  return (
    <FormDialog title={`Avsluta ${charge.name}`} {...dialog}>
      {(charge.bindingUntil !== null || charge.noticeMonths > 0) && (
        <p className="rounded-md border border-accent bg-accent-soft p-3">
          {[chargeTermText({ ...charge, endsOn: null }), chargeNoticeText(charge)].filter(Boolean).join(', ')}.
        </p>
      )}
      <DateField control={dialog.form.control} name="endsOn" label="Sista dag" hint="Tomt om abonnemanget fortsätter" />
      <Billed />
    </FormDialog>
  )
}
