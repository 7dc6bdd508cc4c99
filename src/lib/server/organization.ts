import { invalid } from './app-error.ts'

/** The actor's organization. Throws the specified text for staff without one (specification section 5). */
export function organizationOf({ orgId }: { orgId: string | null }): string {
  if (orgId === null) throw invalid('Du måste vara kopplad till en organisation')
  return orgId
}
