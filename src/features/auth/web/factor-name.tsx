// The form with the name of an app or a passkey.
import { zodResolver } from '@hookform/resolvers/zod'
import { type Control, useForm } from 'react-hook-form'
import { z } from 'zod'
import { showFormFailure } from '#shared/ui/failure-toast.ts'
import { TextField } from '#shared/ui/text-field.tsx'
import { CallError } from '#shared/web/call.ts'
import { PasskeyName } from '../passkeys.contract.ts'

const Values = z.object({ name: PasskeyName })
type Values = z.output<typeof Values>

type Options = {
  name: string
  /** The title of the toast when it fails for another reason than a name that is in use, which is said beside the field. */
  failed: string
  save: (name: string) => Promise<void>
}

export function useFactorName({ name, failed, save }: Options) {
  const form = useForm<Values>({ resolver: zodResolver(Values), defaultValues: { name } })
  const submit = async (chosen: Values) => {
    try {
      await save(chosen.name)
    } catch (error) {
      if (error instanceof CallError && error.code === 'mfa_factor_name_conflict')
        return form.setError('name', { message: error.message }, { shouldFocus: true })
      showFormFailure(failed, error, form)
    }
  }
  return { form, submit }
}

export const FactorNameField = ({ control }: { control: Control<Values> }) => (
  <TextField
    control={control}
    name="name"
    label="Namn"
    hint="Så att du känner igen den i listan, till exempel Jobbtelefonen."
    isRequired
    autoComplete="off"
    autoFocus
    isSelectedOnFocus
  />
)
