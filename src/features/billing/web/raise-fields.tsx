import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { CustomerField } from '#features/customers/web/customer-field.tsx'
import { customerQuery } from '#features/customers/web/customers.api.ts'
import { Combobox } from '#shared/ui/combobox.tsx'
import { DateField } from '#shared/ui/date-field.tsx'
import { RadioGroup } from '#shared/ui/radio-group.tsx'
import { Select } from '#shared/ui/select.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import type { RaiseInput } from '../price-raises.contract.ts'
import { raiseRoundings, raiseSubjects, termsParts } from '../price-raises.rules.ts'
import { agreementSettingsQuery } from './agreements.api.ts'
import { useArticleChoices } from './article-choices.ts'
import type { RaiseValues } from './raise-form.ts'
import { raiseRoundingLabels, raiseSubjectLabels, termsPartLabels } from './raise-text.ts'
import { termsName } from './terms-text.ts'

type Props = { control: Control<RaiseValues, unknown, RaiseInput> }

const subjectChoices = raiseSubjects.map((value) => ({ value, label: raiseSubjectLabels[value] }))
const roundingChoices = raiseRoundings.map((value) => ({ value, label: raiseRoundingLabels[value] }))
const partChoices = termsParts.map((value) => ({ value, label: termsPartLabels[value] }))
const unitChoices = [
  { value: 'percent', label: 'Procent' },
  { value: 'kronor', label: 'Kronor' },
]

/** What is raised, by how much and from when. */
export function RaiseFields({ control }: Props) {
  const subject = useWatch({ control, name: 'subject' })
  return (
    <>
      <RadioGroup control={control} name="subject" label="Vad ska höjas" choices={subjectChoices} isInRow />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {subject === 'charges' && <CustomerChoice control={control} />}
        {subject === 'terms' ? <TermsChoice control={control} /> : <ArticleChoice control={control} />}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <RadioGroup control={control} name="unit" label="Höj med" choices={unitChoices} isInRow />
        <By control={control} />
        <Select control={control} name="rounding" label="Avrunda till" choices={roundingChoices} />
        <DateField control={control} name="from" label="Från" isRequired />
      </div>
    </>
  )
}

function By({ control }: Props) {
  const unit = useWatch({ control, name: 'unit' })
  const isPercent = unit === 'percent'
  return (
    <TextField
      key={unit}
      control={control}
      name={isPercent ? 'basisPoints' : 'amountOre'}
      label={isPercent ? 'Höjning i procent' : 'Höjning i kr, utan moms'}
      isRequired
      inputMode="decimal"
      autoComplete="off"
    />
  )
}

function CustomerChoice({ control }: Props) {
  const customerId = useWatch({ control, name: 'customerId' })
  const { data } = useQuery({ ...customerQuery(customerId), enabled: customerId !== '' })
  return (
    <CustomerField
      control={control}
      name="customerId"
      label="Kund"
      placeholder="Alla kunder"
      valueLabel={data?.name ?? ''}
    />
  )
}

function ArticleChoice({ control }: Props) {
  const { combobox } = useArticleChoices(useWatch({ control, name: 'articleId' }))
  return <Combobox control={control} name="articleId" label="Artikel" placeholder="Alla artiklar" {...combobox} />
}

function TermsChoice({ control }: Props) {
  const { data } = useQuery(agreementSettingsQuery)
  const latest = data?.terms.filter(({ isLatest }) => isLatest) ?? []
  return (
    <>
      <Select
        control={control}
        name="termsId"
        label="Villkor"
        choices={[
          { value: '', label: 'Alla villkor' },
          ...latest.map((one) => ({ value: one.id, label: termsName(one) })),
        ]}
      />
      <Select control={control} name="termsPart" label="Priser" choices={partChoices} />
    </>
  )
}
