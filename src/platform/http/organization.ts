import { NO_ORGANIZATION } from '#shared/contract.ts'
import { invalid } from './app-error.ts'

/** The actor's organization. Throws 422 with the specified text for staff without one. */
export function organizationOf({ orgId }: { orgId: string | null }): string {
  if (orgId === null) throw invalid(NO_ORGANIZATION)
  return orgId
}
