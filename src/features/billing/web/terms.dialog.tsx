import { zodResolver } from '@hookform/resolvers/zod'
import { type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { DateField } from '#shared/ui/date-field.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import { type ListedTerms, TERMS_NAME_MAX } from '../agreements.contract.ts'
import { termsKey } from './agreement-recovery.ts'
import { useCreateTerms, useCreateVersion } from './agreements.api.ts'
import { TermsFields } from './terms-fields.tsx'
import { TermsForm, type TermsValues, termsValues, VersionForm } from './terms-form.ts'
import { termsLabels } from './terms-text.ts'

type Entered = z.output<typeof TermsForm>
type Props = { earlier?: ListedTerms; onClose: () => void }

/** New terms, or a version that replaces `earlier` from a date. */
export function TermsDialog({ earlier, onClose }: Props) {
  const form = useForm<TermsValues, unknown, Entered>({
    resolver: zodResolver(earlier ? VersionForm : TermsForm) as Resolver<TermsValues, unknown, Entered>,
    defaultValues: termsValues(earlier),
  })
  useFormRecovery(form, { key: termsKey(earlier), subject: earlier })
  const submit = useSaveTerms(form, earlier, onClose)
  const { control } = form
  const title = earlier ? `Ny version av ${earlier.name}` : 'Nya villkor'
  return (
    <FormDialog title={title} form={form} onSubmit={submit} onClose={onClose}>
      {earlier && (
        <>
          <p className="text-ink-soft">
            Den nya versionen ersätter den tidigare för alla kunder som har villkoren. Arbete före datumet behåller de
            gamla priserna.
          </p>
          <DateField control={control} name="validFrom" label="Gäller från" isRequired />
        </>
      )}
      <TextField
        control={control}
        name="name"
        label={termsLabels.name}
        hint="Till exempel Serviceavtal Bas"
        isRequired
        maxLength={TERMS_NAME_MAX}
        autoComplete="off"
      />
      <TermsFields control={control} />
    </FormDialog>
  )
}

function useSaveTerms(
  form: ReturnType<typeof useForm<TermsValues, unknown, Entered>>,
  earlier: ListedTerms | undefined,
  onSaved: () => void,
) {
  const { mutateAsync: create } = useCreateTerms()
  const { mutateAsync: createVersion } = useCreateVersion()
  const idempotency = useIdempotencyKey()
  return async (entered: Entered) => {
    const { validFrom, ...terms } = entered
    const idempotencyKey = idempotency.keyFor(entered)
    try {
      if (earlier) await createVersion({ id: earlier.id, terms: { ...terms, validFrom }, idempotencyKey })
      else await create({ terms, idempotencyKey })
      showToast({ title: earlier ? 'Ny version sparad' : 'Villkor sparade', tone: 'success' })
      onSaved()
    } catch (error) {
      showFailure('Kunde inte spara villkoren', error, form)
    }
  }
}
