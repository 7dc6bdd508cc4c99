import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Checkbox } from '#shared/ui/checkbox.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { AssignedPasswordField } from './assigned-password-field.tsx'
import { NewPassword } from './password-schema.ts'
import { UsernameField } from './username-field.tsx'

const Values = z.object({ password: NewPassword, mustChange: z.boolean() })
type Values = z.output<typeof Values>

type Props = {
  title: string
  /** The name of the login's owner. */
  who: string
  /** The address that the login's owner signs in with, so that a password manager does not save the password as the reader's own. */
  username: string
  /** How to pass the password on, since it is not mailed. */
  hint: string
  /** The label of the checkbox that requires a change at the next sign-in. */
  mustChangeLabel: string
  /** Rejects with the server's error. */
  onSave: (values: Values) => Promise<unknown>
  onClose: () => void
}

/** Sets the password of another person. */
export function SetPasswordDialog({ title, who, username, hint, mustChangeLabel, onSave, onClose }: Props) {
  const form = useForm<Values>({ resolver: zodResolver(Values), defaultValues: { password: '', mustChange: true } })
  const save = async (values: Values) => {
    try {
      await onSave(values)
      showToast({ title: 'Lösenord uppdaterat!', tone: 'success' })
      onClose()
    } catch (error) {
      showFailure('Kunde inte uppdatera lösenord', error, form)
    }
  }
  const { control } = form
  return (
    <FormDialog title={title} form={form} onSubmit={save} submitLabel="Spara lösenordet" onClose={onClose}>
      <UsernameField username={username} />
      <p className="text-ink-soft">
        <strong className="font-semibold text-ink">{who}</strong> loggas ut överallt, och länkar som har skickats slutar
        fungera.
      </p>
      <AssignedPasswordField control={control} name="password" hint={hint} />
      <Checkbox control={control} name="mustChange" label={mustChangeLabel} />
    </FormDialog>
  )
}
