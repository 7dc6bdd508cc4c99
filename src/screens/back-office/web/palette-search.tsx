import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useIsAdmin, useMe } from '#features/auth/web/me.ts'
import { SEARCH_MAX } from '#shared/limits.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { useFocusReturn } from '#shared/ui/lost-focus.ts'
import { useDebounced } from '#shared/web/debounced.ts'
import { isCertain, type PaletteItem, paletteGroups } from '../palette.rules.ts'
import { isSameTyping, isSearchedOnServer, paletteQuery } from './palette.api.ts'
import { actItems, hitItems, pageItems, recentItems } from './palette-items.ts'
import { optionId, PaletteList } from './palette-list.tsx'

const DEBOUNCE_MS = 120

type Props = {
  onClose: () => void
  /** Closes the palette, and then runs what was chosen. */
  onChoose: (run: () => void) => void
  takeTyped: () => string
  created: readonly PaletteItem[]
  /** Whether the acts of the open page are offered. */
  hasActs: boolean
}

/**
 * The field and what it finds: what the device has at each key, the server's hits a moment later. The focus stays in the field,
 * which names the active option.
 */
export function PaletteSearch({ onClose, onChoose, takeTyped, created, hasActs }: Props) {
  const inside = useFocusReturn<HTMLDivElement>()
  const listId = useId()
  const [text, setText] = useState('')
  useLayoutEffect(() => {
    const typed = takeTyped()
    // oxlint-disable-next-line react/set-state-in-effect -- keys may be typed until the field has the focus
    if (typed) setText(typed)
  }, [takeTyped])
  const { groups, status, isFailed, isSettled } = useFound(text, created, hasActs)
  const items = groups.flatMap((group) => group.items)
  const { active, isChosen, activate, move } = useActive(items)
  const choose = useChoose(onClose, onChoose)
  const enter = useEnter(isSettled || isChosen || isCertain(groups, text), text, (inNewTab) => {
    if (active) choose(active, inNewTab)
  })
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') enter(event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }
  return (
    <div ref={inside} className="flex min-h-0 flex-1 flex-col">
      <PaletteField
        listId={listId}
        active={active && items.indexOf(active)}
        hasItems={items.length > 0}
        text={text}
        onText={(changed) => {
          setText(changed)
          activate(undefined)
        }}
        onKeyDown={press}
        onClose={onClose}
      />
      {(items.length === 0 || isFailed) && (
        <p aria-hidden="true" className="shrink-0 px-4 pt-3 pb-1 text-base text-ink-soft">
          {status || 'Söker …'}
        </p>
      )}
      <PaletteList id={listId} groups={groups} active={active} onActivate={activate} onChoose={choose} />
      <p role="status" className="sr-only">
        {status}
      </p>
    </div>
  )
}

type FieldProps = {
  listId: string
  /** The index of the active option. */
  active: number | undefined
  hasItems: boolean
  text: string
  onText: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onClose: () => void
}

const PaletteField = ({ listId, active, hasItems, text, onText, onKeyDown, onClose }: FieldProps) => (
  <div className="relative flex shrink-0 items-center border-b border-line max-sm:pr-1">
    <Search aria-hidden="true" className="absolute left-4 size-4.5 text-ink-faint" />
    <input
      role="combobox"
      aria-label="Sök eller välj"
      aria-expanded={hasItems}
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={active === undefined ? undefined : optionId(listId, active)}
      // biome-ignore lint/a11y/noAutofocus: the palette is opened to type in it
      autoFocus
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="search"
      enterKeyHint="go"
      maxLength={SEARCH_MAX}
      placeholder="Sök kund, ärende, kontakt, sida …"
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      className="h-14 min-w-0 flex-1 bg-transparent pr-4 pl-12 text-md focus-visible:-outline-offset-2 placeholder:text-ink-faint"
    />
    {/* A touch screen has no Escape. */}
    <span className="sm:hidden">
      <IconButton icon={X} label="Stäng" onPress={onClose} />
    </span>
  </div>
)

/** The groups for a text, and what a screen reader hears when they are complete. */
function useFound(text: string, created: readonly PaletteItem[], hasActs: boolean) {
  const { userId } = useMe()
  const isAdmin = useIsAdmin()
  const [device] = useState(() => ({
    acts: hasActs ? actItems() : [],
    recent: recentItems(userId),
    pages: [...created, ...pageItems(isAdmin)],
  }))
  const typed = text.trim()
  const isAsked = isSearchedOnServer(typed)
  const search = useDebounced(typed, DEBOUNCE_MS)
  const { data, isError, isFetching } = useQuery(paletteQuery(search))
  const shown = isAsked && isSameTyping(search, typed) ? data : undefined
  const hits = useMemo(() => hitItems(shown), [shown])
  const groups = useMemo(() => paletteGroups({ ...device, ...hits }, typed), [device, hits, typed])
  const isSettled = !isAsked || (search === typed && !isFetching)
  const isFailed = isAsked && isError && search === typed
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  const total = count === 0 ? 'Inga träffar' : plural(count, 'träff', 'träffar')
  const found = isFailed ? `Kunde inte söka på servern. ${total} på den här enheten.` : total
  return { groups, isFailed, isSettled, status: typed !== '' && isSettled ? found : '' }
}

/** The active item: the first one, until another is chosen with the arrows or pointed at. */
function useActive(items: readonly PaletteItem[]) {
  const [chosen, setChosen] = useState<string>()
  const index = Math.max(
    0,
    items.findIndex(({ key }) => key === chosen),
  )
  const move = (by: number) => setChosen(items[(index + by + items.length) % items.length]?.key)
  const active = items[index]
  return { active, isChosen: active !== undefined && active.key === chosen, activate: setChosen, move }
}

/** Enter chooses, or waits until that is certain; what is typed meanwhile ends the wait. */
function useEnter(isCertainNow: boolean, text: string, choose: (inNewTab: boolean) => void) {
  const awaited = useRef<{ text: string; inNewTab: boolean }>(undefined)
  const finish = useEffectEvent((inNewTab: boolean) => choose(inNewTab))
  useEffect(() => {
    if (!isCertainNow) return
    const pressed = awaited.current
    awaited.current = undefined
    if (pressed?.text === text) finish(pressed.inNewTab)
  }, [text, isCertainNow])
  return (inNewTab: boolean) => {
    if (isCertainNow) choose(inNewTab)
    else awaited.current = { text, inNewTab }
  }
}

/** An address may be opened in a new tab. */
function useChoose(onClose: () => void, onChoose: Props['onChoose']) {
  const navigate = useNavigate()
  return ({ target }: PaletteItem, inNewTab: boolean) => {
    if (typeof target === 'function') return onChoose(target)
    if (!inNewTab) return onChoose(() => void navigate(target))
    window.open(target, '_blank', 'noopener')
    onClose()
  }
}
