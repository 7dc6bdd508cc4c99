import { NO_ORGANIZATION } from '../contract.ts'
import { invalid } from './app-error.ts'

/** The actor's organization. Throws the specified text for staff without one (specification section 5). */
export function organizationOf({ orgId }: { orgId: string | null }): string {
  if (orgId === null) throw invalid(NO_ORGANIZATION)
  return orgId
}
