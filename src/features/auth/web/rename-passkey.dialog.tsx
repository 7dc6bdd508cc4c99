import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { type Passkey, PasskeyName } from '../passkeys.contract.ts'
import { useRenamePasskey } from './passkeys.api.ts'

const Values = z.object({ name: PasskeyName })
type Values = z.output<typeof Values>

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useForm<Values>({ resolver: zodResolver(Values), defaultValues: { name: passkey.friendly_name } })
  const { mutateAsync } = useRenamePasskey(passkey.id)
  const save = async ({ name }: Values) => {
    try {
      await mutateAsync(name)
      showToast({ title: 'Namnet är sparat', tone: 'success' })
      onClose()
    } catch (error) {
      showFailure('Kunde inte byta namn', error, form)
    }
  }
  return (
    <FormDialog title="Byt namn på passkey" form={form} onSubmit={save} onClose={onClose}>
      <TextField
        control={form.control}
        name="name"
        label="Namn"
        hint="Så att du känner igen den i listan, till exempel Jobbtelefonen."
        isRequired
        autoComplete="off"
        autoFocus
        isSelectedOnFocus
      />
    </FormDialog>
  )
}
