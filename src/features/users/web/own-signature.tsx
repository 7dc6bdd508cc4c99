import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { Form } from '#shared/ui/form.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { TextArea } from '#shared/ui/text-area.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { ChangedOwnSettings, SIGNATURE_MAX } from '../own-settings.contract.ts'
import { ownSettingsQuery, useChangeSignature } from './own-settings.api.ts'

const Signature = ChangedOwnSettings.pick({ signature: true })
type Signature = z.output<typeof Signature>

/** The card in which staff write what their answers by mail end with. */
export function OwnSignature() {
  const query = useQuery(ownSettingsQuery)
  return (
    <Card title="Signatur">
      {query.data && <SignatureForm signature={query.data.signature} />}
      {!query.data && query.isError && <QueryError title="Kunde inte hämta din signatur" query={query} />}
      {!query.data && !query.isError && <Skeleton className="h-40" />}
    </Card>
  )
}

function SignatureForm({ signature }: { signature: string | null }) {
  const form = useForm<z.input<typeof Signature>, unknown, Signature>({
    resolver: zodResolver(Signature),
    defaultValues: { signature: signature ?? '' },
  })
  useFormRecovery(form, { key: 'own-signature' })
  const { mutateAsync } = useChangeSignature()
  const save = async (changed: Signature) => {
    try {
      const saved = await mutateAsync(changed.signature ?? '')
      form.reset({ signature: saved.signature ?? '' })
      showToast({ title: 'Signaturen är sparad', tone: 'success' })
    } catch (error) {
      showFailure('Kunde inte spara signaturen', error, form)
    }
  }
  return (
    <Form form={form} onSubmit={save} label="Signatur" warnsUnsaved>
      <TextArea
        control={form.control}
        name="signature"
        label="Under dina svar"
        hint="Står sist i mejlen med dina svar, i stället för ditt namn och företagets. Ta med dem om de ska stå kvar. Bara text."
        rows={4}
        maxLength={SIGNATURE_MAX}
      />
      <div>
        <Button type="submit" variant="primary" isPending={form.formState.isSubmitting} pendingText="Sparar...">
          Spara
        </Button>
      </div>
    </Form>
  )
}
