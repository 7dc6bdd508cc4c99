// Colleagues for what is typed after '@' in an internal comment.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useMe } from '#features/auth/web/me.ts'
import { meantIn, suggestedFor, typedMention } from '#features/tickets/mentions.rules.ts'
import { type Draft, MENTIONS_MAX } from '#features/tickets/ticket-comments.contract.ts'
import type { User } from '#features/users/users.contract.ts'
import { usersQuery } from '#features/users/web/users.api.ts'
import { plural } from '#shared/plural.rules.ts'
import { useSuggestions, useTypedPart } from '#shared/ui/suggestions.ts'

const SUGGESTED_MAX = 8

/** The ids of the colleagues whom an internal comment mentions; `chosen` are those that were chosen from the list. */
export async function idsMentionedIn(client: QueryClient, { comment, isInternal }: Draft, chosen: ReadonlySet<string>) {
  if (!isInternal || !comment.includes('@')) return []
  const staff = await client.ensureQueryData(usersQuery)
  return meantIn(comment, staff.filter(isActive), chosen).slice(0, MENTIONS_MAX)
}

const isActive = ({ isActive: active, role }: User) => active && role !== null

type Options = {
  field: RefObject<HTMLTextAreaElement | null>
  draft: Draft
  /** Where the choices are noted. */
  chosen: RefObject<Set<string>>
}

/** Suggests colleagues in an internal comment. `isMisplaced`: a name is being typed after '@' in a public one. */
export function useMentions({ field, draft: { comment, isInternal }, chosen }: Options) {
  const typed = useTypedPart({ field, value: comment, find })
  const text = typed.part?.typed
  const people = useSuggested(isInternal ? text : undefined)
  const mentions = useSuggestions(typed, {
    label: 'Kolleger',
    suggestions: people.map(({ id, fullName, email }) => ({
      id,
      label: fullName,
      detail: email,
      text: `@${fullName} `,
    })),
    count: `${plural(people.length, 'kollega', 'kolleger')}. Välj med pilarna och Enter.`,
    onChosen: (id) => void chosen.current.add(id),
  })
  return { mentions, isMisplaced: !isInternal && text !== undefined && !text.includes(' ') }
}

/** From '@' to the caret, and the space after it, as a name ends with one. */
function find(text: string, caret: number) {
  const typed = typedMention(text, caret)
  if (typed === undefined) return undefined
  return { typed, from: caret - typed.length - 1, to: text[caret] === ' ' ? caret + 1 : caret }
}

/** Colleagues for what is typed after '@'; none while nothing is. */
function useSuggested(typed: string | undefined): User[] {
  const { userId } = useMe()
  const { data: staff = [] } = useQuery({ ...usersQuery, enabled: typed !== undefined })
  if (typed === undefined) return []
  const colleagues = staff.filter((person) => isActive(person) && person.id !== userId)
  return suggestedFor(typed, colleagues).slice(0, SUGGESTED_MAX)
}
