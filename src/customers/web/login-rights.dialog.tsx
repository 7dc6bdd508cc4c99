import { useForm, useWatch } from 'react-hook-form'
import { Button } from '#lib/ui/button.tsx'
import { Checkbox } from '#lib/ui/checkbox.tsx'
import { Dialog, DialogActions, DialogCancel } from '#lib/ui/dialog.tsx'
import { Form } from '#lib/ui/form.tsx'
import { RadioGroup } from '#lib/ui/radio-group.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { messageOf } from '#lib/web/forms.ts'
import type { PortalLogin } from '../logins.contract.ts'
import { useChangeRights } from './logins.api.ts'

const sights = [
  { value: 'company', label: 'Hela företaget', detail: 'Ser alla ärenden som kunden har' },
  { value: 'own', label: 'Egna ärenden', detail: 'Ser det personen har anmält eller får kopia av' },
] as const
type Values = { sees: string; mayApprove: boolean; getsCompanyMail: boolean }

type Props = { customerId: string; login: PortalLogin; onClose: () => void }

/** Changes what a login sees and may do. */
export function LoginRightsDialog({ customerId, login, onClose }: Props) {
  const { seesCompany, mayApprove, getsCompanyMail } = login
  const form = useForm<Values>({
    defaultValues: { sees: seesCompany ? 'company' : 'own', mayApprove, getsCompanyMail },
  })
  const { mutateAsync: change } = useChangeRights()
  const save = async ({ sees, ...rights }: Values) => {
    try {
      await change({ id: customerId, userId: login.id, rights: { ...rights, seesCompany: sees === 'company' } })
      showToast({ title: 'Rättigheter ändrade', tone: 'success' })
      onClose()
    } catch (error) {
      showToast({ title: 'Kunde inte ändra rättigheterna', text: messageOf(error), tone: 'error' })
    }
  }
  const { control, formState } = form
  const seesAll = useWatch({ control, name: 'sees' }) === 'company'
  return (
    <Dialog title="Rättigheter i portalen" isOpen onClose={onClose} hasUnsaved={formState.isDirty}>
      <Form form={form} onSubmit={save} label="Rättigheter i portalen">
        <p>{login.fullName ?? login.email}</p>
        <RadioGroup control={control} name="sees" label="Ser" choices={sights} />
        <div>
          <Checkbox control={control} name="mayApprove" label="Får godkänna tid" />
          {seesAll && <Checkbox control={control} name="getsCompanyMail" label="Får mejl om hela företagets ärenden" />}
        </div>
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
