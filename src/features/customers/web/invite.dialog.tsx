import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { AssignedPasswordField } from '#features/auth/web/assigned-password-field.tsx'
import { linkAction, sendLink } from '#features/auth/web/link-to-give.tsx'
import { FULL_NAME_MAX } from '#shared/limits.rules.ts'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import { ContactField } from './contact-field.tsx'
import { type Invited, inviteKey } from './customer-recovery.ts'
import { Invite, type InviteValues, invitationOf, inviteDefaults } from './invitation-form.ts'
import { useInvite, useNewLink } from './logins.api.ts'
import { RightsFields } from './rights-fields.tsx'

type Props = Invited & { onClose: () => void }

/** Gives a customer a portal login, optionally for one of its contacts. */
export function InviteDialog({ customer, contact, onClose }: Props) {
  const form = useForm<InviteValues, unknown, Invite>({
    resolver: zodResolver(Invite),
    defaultValues: inviteDefaults({ customer, contact }),
  })
  useFormRecovery(form, { key: inviteKey(customer), subject: { customer, contact }, omit: 'password' })
  const submit = useSendInvitation(form, customer.id, onClose)
  const { control } = form
  return (
    <FormDialog
      title="Bjud in till portalen"
      form={form}
      onSubmit={submit}
      submitLabel="Skicka inbjudan"
      pendingText="Skickar..."
      onClose={onClose}
    >
      <dl>
        <dt className="font-medium text-sm">Kund</dt>
        <dd className="mt-1 text-base">{customer.name}</dd>
      </dl>
      <ContactField form={form} customerId={customer.id} first={contact} />
      <TextField control={control} name="email" label="E-post" type="email" isRequired autoComplete="off" autoFocus />
      <AssignedPasswordField
        control={control}
        name="password"
        hint="Ge det till kunden, som loggar in med det. Det mejlas inte."
      />
      <TextField
        control={control}
        name="fullName"
        label="Namn"
        isOptional
        maxLength={FULL_NAME_MAX}
        autoComplete="off"
        hint="Visas i ärendena i stället för e-postadressen"
      />
      <RightsFields control={control} />
    </FormDialog>
  )
}

function useSendInvitation(form: UseFormReturn<InviteValues, unknown, Invite>, customerId: string, onSent: () => void) {
  const { mutateAsync: invite } = useInvite()
  const { mutateAsync: makeLink } = useNewLink()
  const idempotency = useIdempotencyKey()
  return async (values: Invite) => {
    const invitation = invitationOf(values)
    try {
      const { id, isMailed } = await invite({
        id: customerId,
        invitation,
        idempotencyKey: idempotency.keyFor(invitation),
      })
      showToast({
        title: 'Inbjudan skickad! Kunden kan nu logga in på supportportalen',
        tone: 'success',
        action: linkAction(isMailed, () => sendLink(values.email, () => makeLink({ id: customerId, userId: id }))),
      })
      onSent()
    } catch (error) {
      showFailure('Kunde inte skicka inbjudan', error, form)
    }
  }
}
