import { useForm } from 'react-hook-form'
import { readableAddress } from '#shared/email.rules.ts'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { PortalLogin } from '../logins.contract.ts'
import { useChangeRights } from './logins.api.ts'
import { RightsFields, type RightsValues, rightsLabels, rightsOf, rightsText, rightsValues } from './rights-fields.tsx'
import { rightsKey } from './rights-recovery.ts'

type Props = { customerId: string; login: PortalLogin; onClose: () => void }

/** Changes what a login may see and do. */
export function LoginRightsDialog({ customerId, login, onClose }: Props) {
  const form = useForm<RightsValues>({ defaultValues: rightsValues(login) })
  useFormRecovery(form, { key: rightsKey(login), subject: login })
  const { mutateAsync: change } = useChangeRights()
  const { submit, conflict } = useRowForm({
    form,
    schema: PortalLogin,
    valuesOf: rightsValues,
    onSaved: onClose,
    row: () => login,
    create: () => Promise.reject(new Error('a login is made by an invitation')),
    change: ({ id: userId }, { version, ...values }) =>
      change({ id: customerId, userId, rights: { ...rightsOf(values), version } }),
    saved: 'Rättigheter ändrade',
    failed: (text) => ({ title: 'Kunde inte ändra rättigheterna', text }),
  })
  return (
    <RowDialog
      title="Rättigheter i portalen"
      form={form}
      onSubmit={submit}
      conflict={conflict && rightsText(conflict)}
      conflictTitle="Någon annan hann ändra rättigheterna. Så här står det nu:"
      labels={rightsLabels}
      onClose={onClose}
    >
      <p>{login.fullName ?? readableAddress(login.email)}</p>
      <RightsFields control={form.control} />
    </RowDialog>
  )
}
