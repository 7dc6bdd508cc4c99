import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '#shared/ui/button.tsx'
import { DateField } from '#shared/ui/date-field.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { Form } from '#shared/ui/form.tsx'
import { Select } from '#shared/ui/select.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { type ListedTerms, NewDefault, NewVatRate } from '../agreements.contract.ts'
import { useSetDefault, useSetVatRate } from './agreements.api.ts'
import { termsName } from './terms-text.ts'

/** A form whose row is added to the rows above it; saving empties the form. */
export function useDatedForm<Values extends FieldValues, Out>(
  resolver: Resolver<Values, unknown, Out>,
  empty: DefaultValues<Values>,
  save: (row: Out) => Promise<unknown>,
) {
  const form = useForm<Values, unknown, Out>({ resolver, defaultValues: empty })
  const submit = async (row: Out) => {
    if (await attempt('Kunde inte spara', () => save(row), 'Sparat', form)) form.reset()
  }
  return { form, submit }
}

type RowFormProps<Values extends FieldValues, Out> = {
  form: UseFormReturn<Values, unknown, Out>
  submit: (row: Out) => Promise<void>
  label: string
  children: ReactNode
}

export function RowForm<Values extends FieldValues, Out>({ form, submit, label, children }: RowFormProps<Values, Out>) {
  return (
    <Form form={form} onSubmit={submit} label={label} warnsUnsaved>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {children}
        <div className="sm:pt-6">
          <Button type="submit" isPending={form.formState.isSubmitting} pendingText="Sparar...">
            {label}
          </Button>
        </div>
      </div>
    </Form>
  )
}

export function DefaultForm({ terms }: { terms: readonly ListedTerms[] }) {
  const { mutateAsync: save } = useSetDefault()
  const { form, submit } = useDatedForm(zodResolver(NewDefault), { validFrom: '', termsId: '' }, save)
  return (
    <RowForm form={form} submit={submit} label="Byt standardvillkor">
      <DateField control={form.control} name="validFrom" label="Från" isRequired />
      <Select
        control={form.control}
        name="termsId"
        label="Villkor"
        choices={terms.filter(({ isLatest }) => isLatest).map((one) => ({ value: one.id, label: termsName(one) }))}
        isRequired
      />
    </RowForm>
  )
}

const VatRateText = NewVatRate.extend({
  percent: z
    .string()
    .transform((text) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN))
    .pipe(NewVatRate.shape.percent),
})

export function VatRateForm() {
  const { mutateAsync: save } = useSetVatRate()
  const { form, submit } = useDatedForm(zodResolver(VatRateText), { validFrom: '', percent: '' }, save)
  return (
    <RowForm form={form} submit={submit} label="Byt momssats">
      <DateField control={form.control} name="validFrom" label="Från" isRequired />
      <TextField
        control={form.control}
        name="percent"
        label="Procent"
        isRequired
        inputMode="numeric"
        autoComplete="off"
      />
    </RowForm>
  )
}
