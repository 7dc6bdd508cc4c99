import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { readableAddress } from '#shared/email.rules.ts'
import { FULL_NAME_MAX } from '#shared/limits.rules.ts'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { ChangedUser, type User } from '../users.contract.ts'
import { changeUserKey } from './user-recovery.ts'
import { useChangeUser } from './users.api.ts'

type Props = { user: User; onClose: () => void }

/** Changes a user's name and e-mail. */
export function ChangeUserDialog({ user: { id, fullName, email: stored }, onClose }: Props) {
  const email = readableAddress(stored)
  const form = useForm<ChangedUser>({ resolver: zodResolver(ChangedUser), defaultValues: { fullName, email } })
  useFormRecovery(form, { key: changeUserKey(id) })
  const { mutateAsync: change } = useChangeUser()
  const save = async (changed: ChangedUser) => {
    try {
      await change({ id, ...changed })
      showToast({ title: 'Användare uppdaterad!', tone: 'success' })
      onClose()
    } catch (error) {
      showFailure('Kunde inte uppdatera användaren', error, form)
    }
  }
  const { control } = form
  return (
    <FormDialog title="Ändra användare" form={form} onSubmit={save} onClose={onClose}>
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
    </FormDialog>
  )
}
