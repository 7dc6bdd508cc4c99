// The type of a line in the table of expected statuses (expectations.ts).
import type { Audience } from '#shared/contract.ts'
import type { ActorName, Kind } from './world.ts'

/**
 * The ids in a request: of an own row, of another customer's row in the organization, of another organization's row, of
 * no row, malformed; and in a path with two ids, one own and one of the sibling.
 */
export const idForms = ['own', 'sibling', 'foreign', 'random', 'malformed', 'mixed'] as const
export type IdForm = (typeof idForms)[number]

/** Of a session whose login has a second factor: not proved, proved, and proved days ago. */
export type Level = 'aal1' | 'aal2' | 'oldProof'

export type Line = {
  for: Audience
  /** The kinds of the path's ids, in order. */
  ids?: readonly Kind[]
  /** A field of the body that refers to a row; the path's ids are then the actor's own. */
  names?: readonly [field: string, kind: Kind]
  query?: string
  sends?: object
  /** The status of a success; 200 by default. */
  done?: number
  /** The code of `done`, when that is a refusal of its own. */
  code?: string
  /** Exceptions from the rule in expectations.ts, by actor. */
  but?: Partial<Record<ActorName, number | Partial<Record<IdForm, number>>>>
  /** Status and code for a login with a second factor, where they differ from those for one without. */
  atLevel?: Partial<Record<Level, readonly [status: number, code?: string]>>
}
