import { useForm } from 'react-hook-form'
import { Button } from '#lib/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#lib/ui/dialog.tsx'
import { EditConflict } from '#lib/ui/edit-conflict.tsx'
import { Form } from '#lib/ui/form.tsx'
import { useRowForm } from '#lib/ui/row-form.ts'
import { useFormRecovery } from '#lib/web/form-recovery.ts'
import { PortalLogin } from '../logins.contract.ts'
import { useChangeRights } from './logins.api.ts'
import {
  RightsFields,
  type RightsValues,
  rightsInWords,
  rightsLabels,
  rightsOf,
  rightsValues,
} from './rights-fields.tsx'
import { rightsKey } from './rights-recovery.ts'

type Props = { customerId: string; login: PortalLogin; onClose: () => void }

/** Changes what a login sees and may do. */
export function LoginRightsDialog({ customerId, login, onClose }: Props) {
  const form = useForm<RightsValues>({ defaultValues: rightsValues(login) })
  useFormRecovery(form, { key: rightsKey(login), subject: login })
  const { mutateAsync: change } = useChangeRights()
  const { submit, conflict } = useRowForm({
    ...{ form, schema: PortalLogin, valuesOf: rightsValues, onSaved: onClose },
    row: () => login,
    create: () => Promise.reject(new Error('a login is made by an invitation')),
    change: ({ id: userId }, { version, ...values }) =>
      change({ id: customerId, userId, rights: { ...rightsOf(values), version } }),
    saved: 'Rättigheter ändrade',
    failed: (text) => ({ title: 'Kunde inte ändra rättigheterna', text }),
  })
  const { control, formState } = form
  return (
    <Dialog title="Rättigheter i portalen" isOpen onClose={onClose} hasUnsaved={formState.isDirty}>
      <Form form={form} onSubmit={submit} label="Rättigheter i portalen">
        {conflict && (
          <EditConflict
            title="Någon annan hann ändra rättigheterna. Så här står det nu:"
            labels={rightsLabels}
            row={rightsInWords(conflict)}
          />
        )}
        <p>{login.fullName ?? login.email}</p>
        <RightsFields control={control} />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" variant="primary" isPending={formState.isSubmitting} pendingText="Sparar...">
            {conflict ? 'Spara min version' : 'Spara'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
