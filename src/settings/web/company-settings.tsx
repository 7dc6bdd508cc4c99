import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#lib/ui/error-state.tsx'
import { Skeleton } from '#lib/ui/skeleton.tsx'
import { useUnsavedChangesPrompt } from '#lib/ui/unsaved-changes.tsx'
import { messageOf } from '#lib/web/forms.ts'
import type { CompanyFacts, Organization } from '../company.contract.ts'
import { factsQuery, organizationQuery } from './company.api.ts'
import { FactsSection, useFactsForm } from './facts-form.tsx'
import { OrganizationSection, useOrganizationForm } from './organization-form.tsx'
import { FOR_ADMINS } from './save-actions.tsx'

/** The company's forms, read-only for technicians. */
export function CompanySettings({ isAdmin }: { isAdmin: boolean }) {
  const organization = useQuery(organizationQuery)
  const facts = useQuery(factsQuery)
  if (organization.data && facts.data)
    return <Forms organization={organization.data} facts={facts.data} isAdmin={isAdmin} />
  const failed = [organization, facts].filter(({ isError }) => isError)
  if (!failed[0]) return <Skeleton className="h-96" />
  return (
    <ErrorState
      title="Kunde inte hämta företagets uppgifter"
      text={messageOf(failed[0].error)}
      onRetry={() => failed.forEach(({ refetch }) => void refetch())}
      isRetrying={failed.some(({ isRefetching }) => isRefetching)}
    />
  )
}

type FormsProps = { organization: Organization; facts: CompanyFacts; isAdmin: boolean }

function Forms({ organization, facts, isAdmin }: FormsProps) {
  const organizationForm = useOrganizationForm(organization)
  const factsForm = useFactsForm(facts)
  // One warning for both forms: the router allows only one blocker on a page.
  const warning = useUnsavedChangesPrompt(
    [organizationForm, factsForm].some(({ form }) => form.formState.isDirty && !form.formState.isSubmitting),
  )
  return (
    <>
      {!isAdmin && <p className="text-ink-soft">{FOR_ADMINS}. Du kan läsa och kopiera uppgifterna.</p>}
      <OrganizationSection {...organizationForm} isAdmin={isAdmin} />
      <FactsSection {...factsForm} isAdmin={isAdmin} orgNumber={organization.orgNumber} />
      {warning}
    </>
  )
}
