import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { readableAddress } from '#shared/email.rules.ts'
import { Form } from '#shared/ui/form.tsx'
import { CompanyFacts, CompanyFactsForm } from '../company.contract.ts'
import { typedTarget } from '../target-fields.contract.ts'
import { isTargetField } from '../target-fields.rules.ts'
import { useChangeFacts } from './company.api.ts'
import { FactsFields, factLabels } from './facts-fields.tsx'
import type { FactsValues } from './facts-group.tsx'
import { SaveActions } from './save-actions.tsx'
import { SettingsConflict } from './settings-conflict.tsx'
import { useVersionedForm } from './versioned-form.ts'

/** The form's values are strings and one checkbox; a missing fact is the empty string. */
const valuesOf = (facts: CompanyFacts) =>
  Object.fromEntries(
    (Object.keys(factLabels) as (keyof typeof factLabels)[]).map((name) => [name, fieldValueOf(facts, name)]),
  ) as FactsValues

function fieldValueOf(facts: CompanyFacts, name: keyof typeof factLabels): string | boolean {
  if (isTargetField(name)) return typedTarget(name, facts[name])
  if (name === 'email') return readableAddress(facts.email ?? '')
  const value = facts[name]
  return typeof value === 'boolean' ? value : String(value ?? '')
}

/** For administrators. */
export function FactsForm({ row, orgNumber }: { row: CompanyFacts; orgNumber: string | null }) {
  const { mutateAsync: save } = useChangeFacts()
  const { form, submit, opened, current } = useVersionedForm<
    FactsValues,
    z.output<typeof CompanyFactsForm>,
    CompanyFacts
  >({
    row,
    save,
    valuesOf,
    key: 'settings:facts',
    rowSchema: CompanyFacts,
    resolver: zodResolver(CompanyFactsForm),
  })
  return (
    <Form form={form} onSubmit={submit} label="På webbplatsen" warnsUnsaved>
      <p className="max-w-prose text-ink-soft">
        Det webbplatsen säger om företaget. Det du sparar gäller direkt, och ett tomt fält utelämnas.
      </p>
      <FactsFields control={form.control} orgNumber={orgNumber} />
      {current && <SettingsConflict opened={opened} current={current} labels={factLabels} />}
      <SaveActions
        isSaving={form.formState.isSubmitting}
        hasConflict={current !== undefined}
        what="uppgifterna på webbplatsen"
      />
    </Form>
  )
}
