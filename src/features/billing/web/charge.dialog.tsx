import { zodResolver } from '@hookform/resolvers/zod'
import { type Control, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { RecipientChoice } from '#features/customers/recipients.contract.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { Checkbox } from '#shared/ui/checkbox.tsx'
import { DateField } from '#shared/ui/date-field.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { RadioGroup } from '#shared/ui/radio-group.tsx'
import { Select } from '#shared/ui/select.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import { chargePeriodLabels, chargeTimingLabels } from '../charge-texts.rules.ts'
import type { ChoosableArticle } from '../charges.contract.ts'
import { chargePeriods, chargeTimings } from '../charges.rules.ts'
import { ChargeFacts, OwnText } from './charge-facts.tsx'
import { emptyCharge, NewChargeForm, type NewChargeValues, OWN_TEXT } from './charge-form.ts'
import { newChargeKey } from './charge-recovery.ts'
import { useCreateCharge } from './charges.api.ts'
import { CountingFields } from './counting-fields.tsx'

const decimal = { inputMode: 'decimal', autoComplete: 'off' } as const

type Entered = z.output<typeof NewChargeForm>
type ChargeControl = Control<NewChargeValues, unknown, Entered>
type Props = {
  customerId: string
  articles: readonly ChoosableArticle[]
  recipients: readonly RecipientChoice[]
  onClose: () => void
}

/** Adds a recurring charge to a customer. */
export function NewChargeDialog({ customerId, articles, recipients, onClose }: Props) {
  const form = useForm<NewChargeValues, unknown, Entered>({
    resolver: zodResolver(NewChargeForm),
    defaultValues: emptyCharge(articles.length === 0 ? OWN_TEXT : ''),
  })
  useFormRecovery(form, { key: newChargeKey(customerId) })
  const { mutateAsync: create } = useCreateCharge()
  const idempotency = useIdempotencyKey()
  const submit = async (charge: Entered) => {
    if (
      await attempt(
        'Kunde inte spara abonnemanget',
        () => create({ customerId, charge, idempotencyKey: idempotency.keyFor(charge) }),
        'Abonnemang sparat',
        form,
      )
    )
      onClose()
  }
  const { control } = form
  return (
    <FormDialog title="Nytt abonnemang" form={form} onSubmit={submit} onClose={onClose}>
      <What control={control} articles={articles} />
      <Periods control={control} />
      <CountingFields control={control} />
      <ChargeFacts control={control} recipients={recipients} />
    </FormDialog>
  )
}

/** The article or a text of its own, quantity and price. */
function What({ control, articles }: { control: ChargeControl; articles: readonly ChoosableArticle[] }) {
  const chosen = useWatch({ control, name: 'articleId' })
  const article = articles.find(({ id }) => id === chosen)
  const choices = articles.map(({ id, number, name }) => ({ value: id, label: `${name} (${number})` }))
  return (
    <>
      <Select
        control={control}
        name="articleId"
        label="Artikel"
        choices={[...choices, { value: OWN_TEXT, label: 'Egen text' }]}
        placeholder="Välj artikel"
        isRequired
      />
      {chosen === OWN_TEXT && <OwnText control={control} isRequired />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="hundredths"
          label={article ? `Antal, ${article.unit}` : 'Antal'}
          isRequired
          {...decimal}
        />
        <TextField
          control={control}
          name="priceOre"
          label="Pris per enhet och period, kr"
          hint={priceHint(article)}
          isRequired={chosen === OWN_TEXT}
          {...decimal}
        />
      </div>
    </>
  )
}

function priceHint(article: ChoosableArticle | undefined): string {
  if (!article) return 'Utan moms'
  if (article.priceOre === null) return 'Utan moms. Artikeln har inget pris.'
  return `Tomt för artikelns pris, nu ${formatKronor(article.priceOre)}`
}

const periodChoices = chargePeriods.map((value) => ({ value, label: chargePeriodLabels[value] }))
const timingChoices = chargeTimings.map((value) => ({ value, label: chargeTimingLabels[value] }))

function Periods({ control }: { control: ChargeControl }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select control={control} name="period" label="Period" choices={periodChoices} />
        <RadioGroup control={control} name="timing" label="Faktureras" choices={timingChoices} isInRow />
        <DateField control={control} name="startsOn" label="Från" isRequired />
        <DateField control={control} name="endsOn" label="Sista dag" hint="Tomt om det fortsätter" />
      </div>
      <div>
        <Checkbox control={control} name="isByDays" label="Räkna delar av en period per dag" />
        <p className="text-ink-soft text-sm">Annars gäller antalet på periodens första dag hela perioden.</p>
      </div>
    </>
  )
}
