// The canned answers for a name typed after '#' in a composer, or all of them when asked for.
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { Link } from '#shared/ui/link.tsx'
import { type Suggestion, useSuggestions, useTypedPart } from '#shared/ui/suggestions.ts'
import { CallError } from '#shared/web/call.ts'
import type { CannedAnswer } from '../canned-answers.contract.ts'
import {
  CANNED_ANSWERS,
  cannedMatches,
  filledIn,
  firstGap,
  gapText,
  type PlaceholderValues,
  typedName,
} from '../canned-answers.rules.ts'
import { cannedAnswersQuery } from './canned-answers.api.ts'

type Field = RefObject<HTMLTextAreaElement | null>

export function useCannedSuggestions(field: Field, value: string, values: PlaceholderValues) {
  const typed = useTypedPart({ field, value, find })
  const { data, isError } = useQuery({ ...cannedAnswersQuery, enabled: typed.part !== undefined })
  const answers = typed.part && data ? cannedMatches(data, typed.part.typed) : []
  return useSuggestions(typed, {
    label: 'Färdiga svar',
    suggestions: answers.map((answer) => suggestionOf(answer, values)),
    count: answers.length === 1 ? '1 färdigt svar' : `${answers.length || 'Inga'} färdiga svar`,
    foot: <Foot all={data} isError={isError} />,
  })
}

function find(text: string, caret: number) {
  const found = typedName(text, caret)
  return found && { typed: found.name, from: found.from, to: caret }
}

function suggestionOf({ id, name, text: stored }: CannedAnswer, values: PlaceholderValues): Suggestion {
  const text = filledIn(stored, values)
  const gap = firstGap(text)
  return {
    id,
    label: `#${name}`,
    detail: stored,
    text,
    selects: gap && { at: gap.at, length: gap.placeholder.length },
  }
}

const Foot = ({ all, isError }: { all: CannedAnswer[] | undefined; isError: boolean }) => (
  <>
    {isError && 'Kunde inte hämta färdiga svar. '}
    {!isError && !all && 'Hämtar … '}
    {all?.length === 0 && 'Inga färdiga svar ännu. '}
    <Link to={CANNED_ANSWERS}>{all?.length === 0 ? 'Lägg till' : 'Ändra färdiga svar'}</Link>
  </>
)

/** Throws for a text with a placeholder that nothing was filled into, and selects it. */
export function refuseGaps(text: string, field: Field) {
  const gap = firstGap(text)
  if (!gap) return
  field.current?.setSelectionRange(gap.at, gap.at + gap.placeholder.length)
  throw new CallError(422, { code: 'invalid', message: gapText(gap.placeholder) })
}
