import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { Card } from '#lib/ui/card.tsx'
import { Form } from '#lib/ui/form.tsx'
import { CompanyFacts, CompanyFactsForm } from '../company.contract.ts'
import { useChangeFacts } from './company.api.ts'
import { FactsFields, type FactsValues, factLabels } from './facts-fields.tsx'
import { SaveActions } from './save-actions.tsx'
import { SettingsConflict } from './settings-conflict.tsx'
import { useVersionedForm } from './versioned-form.ts'

/** The form's values are strings; a missing fact is the empty string. */
const valuesOf = (facts: CompanyFacts) =>
  Object.fromEntries(
    (Object.keys(factLabels) as (keyof typeof factLabels)[]).map((name) => [name, String(facts[name] ?? '')]),
  ) as Record<keyof typeof factLabels, string>

export function useFactsForm(row: CompanyFacts) {
  const { mutateAsync: save } = useChangeFacts()
  return useVersionedForm<FactsValues, z.output<typeof CompanyFactsForm>, CompanyFacts>({
    ...{ row, save, valuesOf },
    key: 'settings:facts',
    rowSchema: CompanyFacts,
    resolver: zodResolver(CompanyFactsForm),
  })
}

type Props = ReturnType<typeof useFactsForm> & { isAdmin: boolean; orgNumber: string | null }

/** The company facts of the public site. */
export function FactsSection({ form, submit, opened, current, isAdmin, orgNumber }: Props) {
  return (
    <Card title="På webbplatsen">
      <Form form={form} onSubmit={async (values) => isAdmin && submit(values)} label="På webbplatsen">
        <p className="max-w-prose text-ink-soft">
          Det webbplatsen säger om företaget. Det du sparar gäller direkt, och ett tomt fält utelämnas.
        </p>
        <FactsFields control={form.control} isReadOnly={!isAdmin} orgNumber={orgNumber} />
        {current && <SettingsConflict {...{ opened, current }} labels={factLabels} />}
        <SaveActions
          isAdmin={isAdmin}
          isDirty={form.formState.isDirty}
          isSaving={form.formState.isSubmitting}
          hasConflict={current !== undefined}
          what="uppgifterna på webbplatsen"
        />
      </Form>
    </Card>
  )
}
