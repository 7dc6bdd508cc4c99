import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form'
import { z } from 'zod'
import { AssignedPasswordField } from '#features/auth/web/assigned-password-field.tsx'
import { linkAction, sendLink } from '#features/auth/web/link-to-give.tsx'
import { withPasswordRules } from '#features/auth/web/password-schema.ts'
import { FULL_NAME_MAX } from '#shared/limits.rules.ts'
import { Checkbox } from '#shared/ui/checkbox.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { RadioGroup } from '#shared/ui/radio-group.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import { missingUserFields, NewUser, Role } from '../users.contract.ts'
import { roleChoices } from './user-choices.ts'
import { NEW_USER_KEY } from './user-recovery.ts'
import { useCreateUser, useUserLink } from './users.api.ts'

const Values = z.strictObject({
  ...NewUser.shape,
  password: withPasswordRules(NewUser.shape.password),
  // '' until a role is chosen.
  role: z.string().pipe(Role),
})
type Values = z.input<typeof Values>

const empty: Values = { fullName: '', email: '', password: '', role: '', mustChange: true }

/** Adds a member of the staff. */
export function NewUserDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values, unknown, NewUser>({ resolver: zodResolver(Values), defaultValues: empty })
  useFormRecovery(form, { key: NEW_USER_KEY, omit: 'password' })
  const save = useSave(form, onClose)
  const { control } = form
  return (
    <FormDialog
      title="Ny användare"
      form={form}
      onSubmit={save}
      onInvalid={toastFirstError}
      submitLabel="Skapa användare"
      pendingText="Skapar..."
      onClose={onClose}
    >
      <TextField
        control={control}
        name="fullName"
        label="Namn"
        isRequired
        maxLength={FULL_NAME_MAX}
        autoComplete="off"
        autoFocus
      />
      <TextField control={control} name="email" label="E-post" type="email" isRequired autoComplete="off" />
      <AssignedPasswordField
        control={control}
        name="password"
        hint="Ge det till personen, som loggar in med det. Det mejlas inte."
      />
      <Checkbox control={control} name="mustChange" label="Måste byta lösenord vid första inloggning" />
      <RadioGroup control={control} name="role" label="Roll" isRequired choices={roleChoices} />
    </FormDialog>
  )
}

function useSave(form: UseFormReturn<Values, unknown, NewUser>, onSaved: () => void) {
  const { mutateAsync: create } = useCreateUser()
  const { mutateAsync: makeLink } = useUserLink()
  const idempotency = useIdempotencyKey()
  return async (user: NewUser) => {
    try {
      const { id, isMailed } = await create({ user, idempotencyKey: idempotency.keyFor(user) })
      idempotency.clear()
      showToast({
        title: 'Användare skapad!',
        tone: 'success',
        action: linkAction(isMailed, () => sendLink(user.email, () => makeLink({ id }))),
      })
      onSaved()
    } catch (error) {
      showFailure('Kunde inte skapa användare', error, form)
    }
  }
}

/** Shows a toast with one validation message; missing fields take precedence (specification, Validation). */
function toastFirstError(errors: FieldErrors<Values>) {
  const messages = Object.values(errors).flatMap(({ message }) => message ?? [])
  const missing: string[] = Object.values(missingUserFields)
  const title = messages.some((message) => missing.includes(message)) ? 'Fyll i alla fält' : messages[0]
  if (title) showToast({ title, tone: 'error' })
}
