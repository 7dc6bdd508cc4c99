import type { Control } from 'react-hook-form'
import { TargetFields } from '#features/company/web/target-fields.tsx'
import { timeKinds, workKindText } from '#features/time/work-kinds.rules.ts'
import { Checkbox } from '#shared/ui/checkbox.tsx'
import { RadioGroup } from '#shared/ui/radio-group.tsx'
import { Select } from '#shared/ui/select.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { type KindPrice, pricedKinds, roundedBy, roundings } from '../terms.rules.ts'
import type { TermsValues } from './terms-form.ts'
import { roundedByLabels, roundingLabels, termsLabels } from './terms-text.ts'

const roundingChoices = roundings.map((minutes) => ({ value: String(minutes), label: roundingLabels[minutes] }))
const roundedByChoices = roundedBy.map((value) => ({ value, label: roundedByLabels[value] }))

const decimal = { inputMode: 'decimal', autoComplete: 'off' } as const

type Props<Out> = { control: Control<TermsValues, unknown, Out> }

/** Fields of prices, rounding, included hours and approval. */
export function TermsFields<Out>({ control }: Props<Out>) {
  const amount = (name: KindPrice | 'afterHoursOre' | 'startFeeOre' | 'monthlyFeeOre', hint?: string) => (
    <TextField
      key={name}
      control={control}
      name={name}
      label={termsLabels[name]}
      {...(hint && { hint })}
      isRequired
      {...decimal}
    />
  )
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {pricedKinds.map(({ price }) => amount(price))}
        {amount('afterHoursOre')}
      </div>
      <p className="-mt-2 text-ink-soft text-sm">Priser utan moms. Jour är arbete utanför öppettiderna.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select control={control} name="roundTo" label={termsLabels.roundTo} choices={roundingChoices} />
        <RadioGroup control={control} name="roundBy" label={termsLabels.roundBy} choices={roundedByChoices} />
        <TextField
          control={control}
          name="smallestMinutes"
          label={termsLabels.smallestMinutes}
          hint="0 är ingen minsta debitering"
          isRequired
          inputMode="numeric"
          autoComplete="off"
        />
        {amount('startFeeOre', `En gång per dag för ${timeKinds.map(workKindText).join(' och en för ')}`)}
        <TextField
          control={control}
          name="includedMinutes"
          label={termsLabels.includedMinutes}
          hint="Timmar som inte används sparas inte"
          isRequired
          {...decimal}
        />
        {amount('monthlyFeeOre', 'För kunder som har ett avtal på villkoren')}
      </div>
      <Targets control={control} />
      <Choices control={control} />
    </>
  )
}

const Targets = <Out,>({ control }: Props<Out>) => (
  <fieldset className="border-line border-t pt-4">
    <legend className="float-left mb-1 w-full font-semibold">Svarstider</legend>
    <p className="clear-both mb-3 text-ink-soft text-sm">Ett tomt fält betyder att företagets svarstid gäller.</p>
    <div className="grid gap-4 sm:grid-cols-2">
      <TargetFields control={control} />
    </div>
  </fieldset>
)

const Choices = <Out,>({ control }: Props<Out>) => (
  <div>
    <Checkbox control={control} name="includesOnCall" label={termsLabels.includesOnCall} />
    <Checkbox control={control} name="afterHoursDrawdowns" label={termsLabels.afterHoursDrawdowns} />
    <Checkbox control={control} name="needsApproval" label={termsLabels.needsApproval} />
    <div className="mt-3">
      <TextField
        control={control}
        name="silentApprovalDays"
        label={termsLabels.silentApprovalDays}
        hint="Tomt betyder att kunden alltid ska svara. Dagen står i mejlet och i portalen."
        inputMode="numeric"
        autoComplete="off"
      />
    </div>
  </div>
)
