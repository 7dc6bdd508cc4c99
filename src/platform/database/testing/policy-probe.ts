/** The database roles and actors of the probes (policy-probes.ts). */
export type ActorName =
  | 'nobody'
  | 'technician'
  | 'admin'
  | 'customer'
  | 'colleague'
  | 'unlinked'
  | 'auth'
  | 'site'
  | 'jobs'
  | 'owner'
  | 'backup'

/** An actor, what it does, the statement, and the expected row count or 'refused'. */
export type WriteProbe = [actor: ActorName, action: string, statement: string, expected: number | 'refused']

export const refused = 'refused' as const

/** The rows that other roles read of a table on which the program's role has no right. */
export function refusedToApp(others: Partial<Record<ActorName, number | 'refused'>>) {
  const app = { nobody: refused, technician: refused, admin: refused, unlinked: refused }
  return { ...app, customer: refused, colleague: refused, ...others }
}
