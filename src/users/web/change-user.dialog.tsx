import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FULL_NAME_MAX } from '#lib/limits.rules.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#lib/ui/dialog.tsx'
import { Form } from '#lib/ui/form.tsx'
import { TextField } from '#lib/ui/text-field.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { useFormRecovery } from '#lib/web/form-recovery.ts'
import { messageOf, putFieldErrors } from '#lib/web/forms.ts'
import { ChangedUser, type User } from '../users.contract.ts'
import { changeUserKey } from './user-recovery.ts'
import { useChangeUser } from './users.api.ts'

type Props = { user: User; onClose: () => void }

/** Changes a user's name and e-mail. */
export function ChangeUserDialog({ user: { id, fullName, email }, onClose }: Props) {
  const form = useForm<ChangedUser>({ resolver: zodResolver(ChangedUser), defaultValues: { fullName, email } })
  useFormRecovery(form, { key: changeUserKey(id) })
  const { mutateAsync: change } = useChangeUser()
  const save = async (changed: ChangedUser) => {
    try {
      await change({ id, ...changed })
      showToast({ title: 'Användare uppdaterad!', tone: 'success' })
      onClose()
    } catch (error) {
      putFieldErrors(form, error)
      showToast({ title: 'Kunde inte uppdatera användaren', text: messageOf(error), tone: 'error' })
    }
  }
  const { control, formState } = form
  return (
    <Dialog title="Ändra användare" isOpen onClose={onClose} hasUnsaved={formState.isDirty}>
      <Form form={form} onSubmit={save} label="Ändra användare">
        <TextField
          control={control}
          name="fullName"
          label="Namn"
          isRequired
          maxLength={FULL_NAME_MAX}
          autoComplete="off"
          autoFocus
        />
        <TextField
          control={control}
          name="email"
          label="E-post"
          type="email"
          isRequired
          autoComplete="off"
          hint="Med en ny adress loggas personen ut överallt. Både den gamla och den nya får ett mejl om det."
        />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" variant="primary" isPending={formState.isSubmitting} pendingText="Sparar...">
            Spara
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
