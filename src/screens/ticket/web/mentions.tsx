// Suggests colleagues while '@' and a name are typed in an internal comment.
import { autoUpdate, flip, offset, useFloating } from '@floating-ui/react-dom'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMe } from '#features/auth/web/me.ts'
import { meantIn, suggestedFor, typedMention } from '#features/tickets/mentions.rules.ts'
import { type Draft, MENTIONS_MAX } from '#features/tickets/ticket-comments.contract.ts'
import type { User } from '#features/users/users.contract.ts'
import { usersQuery } from '#features/users/web/users.api.ts'
import { plural } from '#shared/plural.rules.ts'
import { popoverClass } from '#shared/ui/choice.ts'
import { moveToTopLayer } from '#shared/ui/top-layer.ts'

const SUGGESTED_MAX = 8

/** The ids of the colleagues whom an internal comment mentions; `chosen` are those that were chosen from the list. */
export async function idsMentionedIn(client: QueryClient, { comment, isInternal }: Draft, chosen: ReadonlySet<string>) {
  if (!isInternal || !comment.includes('@')) return []
  const staff = await client.ensureQueryData(usersQuery)
  return meantIn(comment, staff.filter(isActive), chosen).slice(0, MENTIONS_MAX)
}

const isActive = ({ isActive: active, role }: User) => active && role !== null

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  isInternal: boolean
  /** Where the choices are noted. */
  chosen: RefObject<Set<string>>
  onChange: (text: string) => void
  /** The field itself. */
  children: ReactNode
}

/** Around the text field of a comment: a list to choose a colleague from by keyboard, and in a public comment a word about it. */
export function Mentions({ field, isInternal, chosen, onChange, children }: Props) {
  const [typed, setTyped] = useState<string>()
  const [current, setCurrent] = useState(0)
  const suggested = useSuggested(isInternal ? typed : undefined)
  const id = useId()
  const close = () => setTyped(undefined)
  useActiveOption(field, suggested.length > 0 ? { list: id, option: optionId(id, current) } : undefined)
  const readField = () => {
    const { value = '', selectionStart = 0 } = field.current ?? {}
    setTyped(typedMention(value, selectionStart))
    setCurrent(0)
  }
  const choose = (person: User) => {
    if (field.current && typed !== undefined) insert(field.current, typed, person.fullName, onChange)
    chosen.current.add(person.id)
    close()
  }
  const keyDown = (event: KeyboardEvent) => {
    const person = suggested[current]
    if (!person || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setCurrent((current + step + suggested.length) % suggested.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(person)
    else if (event.key === 'Escape') close()
    else return
    // Neither moves the caret, breaks the line, nor leaves the field.
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside has the focus and the role.
    <div onKeyDownCapture={keyDown} onInput={readField} onMouseUp={readField} onBlur={close}>
      {children}
      <p role="status" className="sr-only">
        {suggested.length > 0 && `${plural(suggested.length, 'kollega', 'kolleger')}. Välj med pilarna och Enter.`}
      </p>
      {suggested.length > 0 && (
        <SuggestedPeople id={id} people={suggested} current={current} anchor={field} onChoose={choose} />
      )}
      {!isInternal && typed !== undefined && !typed.includes(' ') && (
        <p className="mt-1 text-ink-soft text-sm">Kolleger nämner du i en intern kommentar, så att de får veta det.</p>
      )}
    </div>
  )
}

/** Colleagues for what is typed after '@'; none while nothing is. */
function useSuggested(typed: string | undefined): User[] {
  const { userId } = useMe()
  const { data: staff = [] } = useQuery({ ...usersQuery, enabled: typed !== undefined })
  if (typed === undefined) return []
  const colleagues = staff.filter((person) => isActive(person) && person.id !== userId)
  return suggestedFor(typed, colleagues).slice(0, SUGGESTED_MAX)
}

/** Replaces what was typed after '@' by the name, and puts the caret behind it. */
function insert(field: HTMLTextAreaElement, typed: string, name: string, onChange: Props['onChange']) {
  const { value, selectionStart } = field
  const before = `${value.slice(0, selectionStart - typed.length)}${name} `
  flushSync(() => onChange(before + value.slice(selectionStart).replace(/^ /, '')))
  field.setSelectionRange(before.length, before.length)
}

const optionId = (list: string, index: number) => `${list}-${index}`

/** Tells a screen reader which option of the list is the current one, while the field keeps the focus. */
function useActiveOption(field: Props['field'], active: { list: string; option: string } | undefined) {
  const { list, option } = active ?? {}
  useEffect(() => {
    const element = field.current
    if (!element || !list || !option) return
    const attributes = { 'aria-autocomplete': 'list', 'aria-controls': list, 'aria-activedescendant': option }
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(attributes)) element.removeAttribute(name)
    }
  }, [field, list, option])
}

type ListProps = {
  id: string
  people: User[]
  current: number
  anchor: Props['field']
  onChoose: (person: User) => void
}

function SuggestedPeople({ id, people, current, anchor, onChoose }: ListProps) {
  const position = usePosition(anchor)
  return (
    <div
      {...position}
      id={id}
      role="listbox"
      aria-label="Kolleger"
      className={`${popoverClass} right-auto bottom-auto m-0 min-w-56 p-1 text-ink`}
    >
      {people.map((person, index) => (
        <div
          key={person.id}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          onMouseDown={(event) => {
            // The field keeps the focus.
            event.preventDefault()
            onChoose(person)
          }}
          className={`cursor-pointer rounded-sm px-2.5 py-1.5 text-base max-sm:py-2.5 ${index === current ? 'system-chosen bg-primary-soft' : ''}`}
        >
          {person.fullName}
          <span className="block text-ink-soft text-sm">{person.email}</span>
        </div>
      ))}
    </div>
  )
}

/** Above the field, or below it where there is no room. */
function usePosition(anchor: Props['field']) {
  const { refs, elements, floatingStyles } = useFloating({
    elements: { reference: anchor.current },
    strategy: 'fixed',
    placement: 'top-start',
    transform: false,
    whileElementsMounted: autoUpdate,
    middleware: [offset(4), flip({ padding: 4 })],
  })
  useLayoutEffect(() => moveToTopLayer(elements.floating), [elements.floating])
  return { ref: refs.setFloating, style: floatingStyles }
}
