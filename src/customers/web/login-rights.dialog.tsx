import { useForm } from 'react-hook-form'
import { Button } from '#lib/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#lib/ui/dialog.tsx'
import { Form } from '#lib/ui/form.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { messageOf } from '#lib/web/forms.ts'
import type { PortalLogin } from '../logins.contract.ts'
import { useChangeRights } from './logins.api.ts'
import { RightsFields, type RightsValues, rightsOf, rightsValues } from './rights-fields.tsx'

type Props = { customerId: string; login: PortalLogin; onClose: () => void }

/** Changes what a login sees and may do. */
export function LoginRightsDialog({ customerId, login, onClose }: Props) {
  const form = useForm<RightsValues>({ defaultValues: rightsValues(login) })
  const { mutateAsync: change } = useChangeRights()
  const save = async (values: RightsValues) => {
    try {
      await change({ id: customerId, userId: login.id, rights: rightsOf(values) })
      showToast({ title: 'Rättigheter ändrade', tone: 'success' })
      onClose()
    } catch (error) {
      showToast({ title: 'Kunde inte ändra rättigheterna', text: messageOf(error), tone: 'error' })
    }
  }
  const { control, formState } = form
  return (
    <Dialog title="Rättigheter i portalen" isOpen onClose={onClose} hasUnsaved={formState.isDirty}>
      <Form form={form} onSubmit={save} label="Rättigheter i portalen">
        <p>{login.fullName ?? login.email}</p>
        <RightsFields control={control} />
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
