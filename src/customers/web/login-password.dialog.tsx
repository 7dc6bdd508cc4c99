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
import type { PortalLogin } from '../logins.contract.ts'
import { useSetPassword } from './logins.api.ts'

const Values = z.object({ password: NewPassword, mustChange: z.boolean() })
type Values = z.output<typeof Values>
type Props = { customerId: string; login: PortalLogin; onClose: () => void }

/** An administrator sets a password for a customer's login. */
export function LoginPasswordDialog({ customerId, login, onClose }: Props) {
  const form = useForm<Values>({
    resolver: zodResolver(Values),
    defaultValues: { password: '', mustChange: true },
  })
  const { mutateAsync: setPassword } = useSetPassword()
  const submit = async (values: Values) => {
    try {
      await setPassword({ id: customerId, userId: login.id, ...values })
      showToast({ title: 'Lösenord uppdaterat!', tone: 'success' })
      onClose()
    } catch (error) {
      putFieldErrors(form, error)
      showToast({ title: 'Kunde inte uppdatera lösenord', text: messageOf(error), tone: 'error' })
    }
  }
  const { control, formState, setValue } = form
  return (
    <Dialog title="Nytt lösenord" isOpen onClose={onClose} hasUnsaved={formState.isDirty}>
      <Form form={form} onSubmit={submit} label="Nytt lösenord">
        <p className="text-ink-soft">
          <strong className="font-semibold text-ink">{login.email}</strong> loggas ut överallt, och länkar som har
          skickats slutar fungera.
        </p>
        <PasswordToTell
          control={control}
          name="password"
          hint="Berätta det för kunden. Det mejlas inte."
          onSuggest={(password) =>
            setValue('password', password, { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }
        />
        <Checkbox control={control} name="mustChange" label="Kunden ska välja ett eget vid nästa inloggning" />
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
