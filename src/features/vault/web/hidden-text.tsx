import { zodResolver } from '@hookform/resolvers/zod'
import Eye from 'lucide-react/icons/eye'
import { useForm } from 'react-hook-form'
import { Button } from '#shared/ui/button.tsx'
import { Form } from '#shared/ui/form.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { ReadingReason } from '../vault.contract.ts'

/** Why the text is read; it stays from one opening to the next. */
export const useReasonForm = (suggested: string) =>
  useForm({ resolver: zodResolver(ReadingReason), defaultValues: { reason: suggested } })

type Props = {
  form: ReturnType<typeof useReasonForm>
  /** The text has unsaved changes, so it is shown without another reading. */
  hasUnsaved: boolean
  onShow: (reason: ReadingReason) => Promise<void>
}

/** In place of a hidden text. One press shows it: the reason is suggested, and not required. */
export function HiddenText({ form, hasUnsaved, onShow }: Props) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-md border border-line border-dashed bg-sunken px-6 py-12 max-sm:px-4 max-sm:py-6">
      <p aria-hidden="true" className="text-lg text-ink-faint tracking-widest">
        ••••••••••••
      </p>
      <p className="max-w-prose text-center text-ink-soft" role="status">
        {hasUnsaved
          ? 'Texten är dold. Du har ändringar som inte är sparade: visa texten för att spara dem.'
          : 'Texten är dold. Varje visning antecknas.'}
      </p>
      <div className="w-full max-w-md">
        <Form form={form} onSubmit={onShow} label="Visa den tekniska informationen">
          {!hasUnsaved && (
            <TextField
              control={form.control}
              name="reason"
              label="Anledning"
              isOptional
              hint="Administratörer ser den under Vem har läst och ändrat."
              autoComplete="off"
            />
          )}
          <div className="flex justify-center">
            <Button
              type="submit"
              variant="primary"
              icon={Eye}
              isPending={form.formState.isSubmitting}
              pendingText="Hämtar"
            >
              Visa
            </Button>
          </div>
        </Form>
      </div>
    </div>
  )
}
