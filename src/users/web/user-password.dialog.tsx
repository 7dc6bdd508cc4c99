import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { NewPassword, PasswordToTell } from '#auth/web/password-to-tell.api.ts'
import { Button } from '#lib/ui/button.tsx'
import { Checkbox } from '#lib/ui/checkbox.tsx'
import { Dialog, DialogActions } from '#lib/ui/dialog.tsx'
import { Form } from '#lib/ui/form.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { messageOf, putFieldErrors } from '#lib/web/forms.ts'
import type { User } from '../users.contract.ts'
import { useSetUserPassword } from './users.api.ts'

const Values = z.object({ password: NewPassword, mustChange: z.boolean() })
type Values = z.output<typeof Values>

/** Sets somebody else's password. */
export function UserPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useForm<Values>({ resolver: zodResolver(Values), defaultValues: { password: '', mustChange: true } })
  const { mutateAsync: setPassword } = useSetUserPassword()
  const save = async (values: Values) => {
    try {
      await setPassword({ id: user.id, ...values })
      showToast({ title: 'Lösenord uppdaterat!', tone: 'success' })
      onClose()
    } catch (error) {
      putFieldErrors(form, error)
      showToast({ title: 'Kunde inte uppdatera lösenord', text: messageOf(error), tone: 'error' })
    }
  }
  const { control, formState, setValue } = form
  return (
    <Dialog title="Byt lösenord" isOpen onClose={onClose} hasUnsaved={formState.isDirty}>
      <Form form={form} onSubmit={save} label="Byt lösenord">
        <p className="text-ink-soft">
          <strong className="font-semibold text-ink">{user.fullName}</strong> loggas ut överallt, och länkar som har
          skickats slutar fungera.
        </p>
        <PasswordToTell
          control={control}
          name="password"
          hint="Berätta det för personen. Det mejlas inte."
          onSuggest={(password) =>
            setValue('password', password, { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }
        />
        <Checkbox control={control} name="mustChange" label="Måste byta lösenord vid nästa inloggning" />
        <DialogActions>
          <Button onPress={onClose}>Avbryt</Button>
          <Button type="submit" variant="primary" isBusy={formState.isSubmitting} busyText="Sparar...">
            Spara lösenordet
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
