import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { SaveActions } from '#features/company/web/save-actions.tsx'
import { GB, QuotaForm } from '#features/files/files.contract.ts'
import { fileUsageQuery, useChangeQuota } from '#features/files/web/files.api.ts'
import { formatBytes } from '#shared/bytes.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { Form } from '#shared/ui/form.tsx'
import { ProgressBar } from '#shared/ui/progress-bar.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { BackupSection } from './backup-section.tsx'

export const StorageSettings = () => (
  <div className="grid grid-cols-1 gap-6">
    <BackupSection />
    <FileUsage />
  </div>
)

function FileUsage() {
  const usage = useQuery(fileUsageQuery)
  return (
    <Card title="Filer">
      {usage.data ? (
        <Usage {...usage.data} />
      ) : usage.isError ? (
        <QueryError title="Kunde inte hämta hur mycket filerna tar" query={usage} />
      ) : (
        <p className="text-ink-soft">Laddar …</p>
      )}
    </Card>
  )
}

function Usage({ bytes, quota, isNearlyFull }: { bytes: number; quota: number; isNearlyFull: boolean }) {
  return (
    <div className="flex flex-col gap-3">
      <p id="filer-anvant" className="tabular-nums">
        {formatBytes(bytes)} av {formatBytes(quota)} används
      </p>
      <ProgressBar
        labelledBy="filer-anvant"
        max={quota}
        value={bytes}
        isDanger={isNearlyFull}
        className="h-2 w-full max-w-md"
      />
      {isNearlyFull && (
        <p className="max-w-prose rounded-md border border-accent bg-accent-soft p-3">
          Utrymmet är snart slut, och då går det inte att skicka fler filer. Ta bort dokument som inte behövs, eller ge
          filerna mer utrymme.
        </p>
      )}
      <QuotaFields key={quota} quota={quota} />
    </div>
  )
}

function QuotaFields({ quota }: { quota: number }) {
  const { mutateAsync } = useChangeQuota()
  const form = useForm<z.input<typeof QuotaForm>, unknown, z.output<typeof QuotaForm>>({
    resolver: zodResolver(QuotaForm),
    defaultValues: { gigabytes: String(Math.ceil(quota / GB)) },
  })
  const save = async (values: z.output<typeof QuotaForm>) => {
    try {
      await mutateAsync(values)
      showToast({ title: 'Utrymmet är ändrat', tone: 'success' })
    } catch (error) {
      showFailure('Kunde inte ändra utrymmet', error, form)
    }
  }
  return (
    <Form form={form} onSubmit={save} label="Utrymme för filer" warnsUnsaved>
      <div className="max-w-60">
        <TextField
          control={form.control}
          name="gigabytes"
          label="Utrymme i GB"
          inputMode="numeric"
          autoComplete="off"
          isRequired
          hint="Säkerhetskopiorna växer med filerna."
        />
      </div>
      <SaveActions isSaving={form.formState.isSubmitting} hasConflict={false} what="utrymmet" />
    </Form>
  )
}
