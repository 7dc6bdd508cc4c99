import { zodResolver } from '@hookform/resolvers/zod'
import { type Control, useController, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { defaultColors } from '#shared/theme-colors.rules.ts'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { Form } from '#shared/ui/form.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { type Colors, ColorsForm as FormSchema } from '../brand.contract.ts'
import { readColor } from '../brand.rules.ts'
import { useChangeColors } from './brand.api.ts'
import { showColors } from './own-colors.ts'
import { SaveActions } from './save-actions.tsx'

type Values = z.input<typeof FormSchema>

const fields = [
  { name: 'mainColor', label: 'Huvudfärg', hint: 'Länkar, menyn och det som är valt' },
  { name: 'accentColor', label: 'Accentfärg', hint: 'Knapparna som leder vidare' },
] as const

const valuesOf = ({ mainColor, accentColor }: Colors): Values => ({
  mainColor: mainColor ?? '',
  accentColor: accentColor ?? '',
})

/** The two colours; read-only unless the person is an administrator. */
export function ColorsForm({ colors, isAdmin }: { colors: Colors; isAdmin: boolean }) {
  const { mutateAsync: save } = useChangeColors()
  const form = useForm<Values, unknown, Colors>({ resolver: zodResolver(FormSchema), defaultValues: valuesOf(colors) })
  useFormRecovery(form, { key: 'settings:colors' })
  const submit = async (values: Colors) => {
    try {
      const saved = await save(values)
      form.reset(valuesOf(saved))
      showColors(saved)
      showToast({ title: 'Inställningar sparade!', tone: 'success' })
    } catch (error) {
      showFailure('Kunde inte spara inställningar', error, form)
    }
  }
  return (
    <Form form={form} onSubmit={submit} label="Färger" warnsUnsaved>
      <p className="max-w-prose text-ink-soft">
        Skriv färgens kod eller välj den. Texten ska gå att läsa, så för ljusa färger tas inte emot. Lämnas fälten tomma
        gäller de vanliga färgerna.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) => (
          <ColorField key={field.name} control={form.control} isDisabled={!isAdmin} {...field} />
        ))}
      </div>
      {isAdmin && <SaveActions isSaving={form.formState.isSubmitting} hasConflict={false} what="färgerna" />}
    </Form>
  )
}

type FieldProps = (typeof fields)[number] & { control: Control<Values, unknown, Colors>; isDisabled: boolean }

/** A colour as text, with the browser's colour picker. */
function ColorField({ control, name, label, hint, isDisabled }: FieldProps) {
  const fallback = defaultColors[name]
  const { field } = useController({ control, name })
  return (
    <TextField
      control={control}
      name={name}
      label={label}
      hint={hint}
      isDisabled={isDisabled}
      autoComplete="off"
      placeholder={fallback}
      action={
        <input
          type="color"
          aria-label={`Välj ${label.toLocaleLowerCase('sv-SE')}`}
          value={readColor(field.value ?? '') ?? fallback}
          onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
          disabled={isDisabled}
          className="m-1 h-[calc(100%-0.5rem)] w-8 cursor-pointer rounded-sm border-0 bg-transparent p-0"
        />
      }
    />
  )
}
