import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { todayInStockholm } from '#lib/dates.rules.ts'
import { Button } from '#lib/ui/button.tsx'
import { DateField } from '#lib/ui/date-field.tsx'
import { Dialog, DialogActions, DialogCancel } from '#lib/ui/dialog.tsx'
import { Form } from '#lib/ui/form.tsx'
import { Select } from '#lib/ui/select.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { messageOf, putFieldErrors } from '#lib/web/forms.ts'
import { NewAgreement } from '../agreements.contract.ts'
import { agreementSettingsQuery, useSetAgreement } from './agreements.api.ts'
import { termsName } from './terms-words.ts'

const NONE = 'none'
const AgreementForm = NewAgreement.extend({
  termsId: z
    .string()
    .transform((chosen) => (chosen === NONE ? null : chosen))
    .pipe(NewAgreement.shape.termsId),
})
type Values = z.input<typeof AgreementForm>

/** Gives a customer other terms from a date, or none. */
export function AgreementDialog({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const form = useForm<Values, unknown, z.output<typeof AgreementForm>>({
    resolver: zodResolver(AgreementForm),
    defaultValues: { validFrom: todayInStockholm(), termsId: '' },
  })
  const { mutateAsync: set } = useSetAgreement()
  const { data } = useQuery(agreementSettingsQuery)
  const choices = (data?.terms ?? [])
    .filter(({ isLatest }) => isLatest)
    .map((terms) => ({ value: terms.id, label: termsName(terms) }))
  const submit = async (body: z.output<typeof AgreementForm>) => {
    try {
      await set({ id: customerId, body })
      showToast({ title: 'Avtal sparat', tone: 'success' })
      onClose()
    } catch (error) {
      showToast({ title: 'Kunde inte spara avtalet', text: messageOf(error), tone: 'error' })
      putFieldErrors(form, error)
    }
  }
  const { control, formState } = form
  return (
    <Dialog title="Byt villkor" isOpen onClose={onClose} hasUnsaved={formState.isDirty}>
      <Form form={form} onSubmit={submit} label="Byt villkor">
        <Select
          control={control}
          name="termsId"
          label="Villkor"
          choices={[...choices, { value: NONE, label: 'Inget avtal (standardvillkoren gäller)' }]}
          placeholder="Välj villkor"
          isRequired
        />
        <DateField
          control={control}
          name="validFrom"
          label="Gäller från"
          hint="Timmar som ingår räknas från den första i en månad"
          isRequired
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
