import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { NOTICE_DAYS } from '#features/auth/factor-notice.rules.ts'
import { ChangedSecurity, Security, VAULT_PROOF_HOURS } from '#features/auth/security.contract.ts'
import { securityQuery, useChangeSecurity } from '#features/auth/web/security.api.ts'
import { SignInLog } from '#features/auth/web/sign-in-log.tsx'
import { SaveActions } from '#features/company/web/save-actions.tsx'
import { SettingsConflict } from '#features/company/web/settings-conflict.tsx'
import { useVersionedForm } from '#features/company/web/versioned-form.ts'
import { plural } from '#shared/plural.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { DateField } from '#shared/ui/date-field.tsx'
import { Form } from '#shared/ui/form.tsx'
import { Link } from '#shared/ui/link.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { TextField } from '#shared/ui/text-field.tsx'

/** What is required of staff who sign in, and who has signed in. */
export function SecuritySettings() {
  const query = useQuery(securityQuery)
  return (
    <>
      {query.data ? (
        <Card title="Säkerhet">
          <div className="flex flex-col gap-6">
            <SecurityForm row={query.data} />
            <WithoutFactor names={query.data.withoutFactor} />
          </div>
        </Card>
      ) : query.isError ? (
        <QueryError title="Kunde inte hämta säkerheten" query={query} />
      ) : (
        <Skeleton className="h-96" />
      )}
      <SignInLog />
    </>
  )
}

/** The fields as they are typed. */
const FormSchema = z.object({
  factorRequiredFrom: z
    .string()
    .transform((date): string | null | undefined => date)
    .pipe(ChangedSecurity.shape.factorRequiredFrom),
  vaultProofHours: z.string().trim().transform(Number).pipe(ChangedSecurity.shape.vaultProofHours),
})
type Values = { factorRequiredFrom: string; vaultProofHours: string }

const labels = {
  factorRequiredFrom: 'Tvåstegsinloggning krävs från',
  vaultProofHours: 'Timmar som teknisk information är öppen',
} as const

const valuesOf = ({ factorRequiredFrom, vaultProofHours }: Security): Values => ({
  factorRequiredFrom: factorRequiredFrom ?? '',
  vaultProofHours: String(vaultProofHours),
})

function SecurityForm({ row }: { row: Security }) {
  const { mutateAsync: save } = useChangeSecurity()
  const { form, submit, opened, current } = useVersionedForm<Values, z.output<typeof FormSchema>, Security>({
    row,
    save,
    valuesOf,
    key: 'settings:security',
    rowSchema: Security,
    resolver: zodResolver(FormSchema),
  })
  return (
    <Form form={form} onSubmit={submit} label="Säkerhet" warnsUnsaved>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <div className="grid gap-2">
          <DateField
            control={form.control}
            name="factorRequiredFrom"
            label={labels.factorRequiredFrom}
            hint={`Lämnas det tomt är det frivilligt. Den som saknar det påminns i Stödpunkt de ${NOTICE_DAYS} dagarna före, och kan från dagen inte göra något annat än att lägga till det.`}
          />
          <p>
            <Link to="/backoffice/users">{lackingText(row.withoutFactor.length)}</Link>
          </p>
        </div>
        <TextField
          control={form.control}
          name="vaultProofHours"
          label={labels.vaultProofHours}
          inputMode="numeric"
          autoComplete="off"
          isRequired
          hint={`Så länge efter det andra steget öppnas kundernas tekniska information utan att det behövs igen. Mellan ${VAULT_PROOF_HOURS.min} och ${VAULT_PROOF_HOURS.max}.`}
        />
      </div>
      {current && <SettingsConflict opened={opened} current={current} labels={labels} />}
      <SaveActions isSaving={form.formState.isSubmitting} hasConflict={current !== undefined} what="säkerheten" />
    </Form>
  )
}

const lackingText = (count: number) =>
  count === 0
    ? 'Alla i personalen har tvåstegsinloggning'
    : `${plural(count, 'person', 'personer')} i personalen saknar tvåstegsinloggning`

/** Who they are; nothing when nobody lacks one. */
function WithoutFactor({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <section aria-labelledby="saknar" className="grid gap-2 border-line border-t pt-4">
      <h3 id="saknar" className="font-semibold">
        Saknar tvåstegsinloggning
      </h3>
      <p className="text-ink-soft">Var och en lägger till det under Ditt konto.</p>
      <ul className="grid list-disc gap-1 pl-5 sm:grid-cols-2">
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two persons may have the same name
          <li key={index}>{name}</li>
        ))}
      </ul>
    </section>
  )
}
