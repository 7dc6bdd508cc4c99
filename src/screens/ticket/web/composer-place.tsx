// Where the composer stands: at the bottom of the window, on a phone as a line until it is opened.
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { isEndShown, newestOf } from '#shared/ui/message-log.tsx'
import { usePaletteActs } from '#shared/web/palette-acts.ts'
import { useShortcut } from '#shared/web/shortcut.ts'

type Props = {
  /** On the closed line: 'Svara Bergs Bageri'. */
  label: string
  /** The text field, which an opened composer focuses. */
  field: RefObject<HTMLTextAreaElement | null>
  /**
   * Called before a key opens and focuses it: 'a' to answer the customer, 'i' to write internally. Undefined where nothing is
   * written internally; 'a' then only opens it.
   */
  onKey?: (key: 'a' | 'i') => void
  /** Above the composer; not while it is open on a phone. */
  above?: ReactNode
  children: ReactNode
}

/** Keeps the composer in view. The open composer of a phone hides the bottom bar. */
export function ComposerPlace({ label, field, onKey, above, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const place = useCoveredHeight()
  const open = (key?: 'a' | 'i') => {
    if (key) onKey?.(key)
    flushSync(() => setOpen(true))
    field.current?.focus()
  }
  useShortcut('a', () => open('a'))
  useShortcut('i', onKey && (() => open('i')))
  usePaletteActs([
    { label: onKey ? 'Svara kunden' : 'Svara', shortcut: 'a', target: () => open('a') },
    ...(onKey ? [{ label: 'Skriv intern kommentar', shortcut: 'i', target: () => open('i') }] : []),
  ])
  return (
    <div
      ref={place}
      data-composer
      data-hides-bar={isOpen || undefined}
      className="sticky bottom-4 z-5 max-sm:-mx-4 max-sm:-mb-14 max-sm:data-hides-bar:-mb-28 max-sm:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-sm:data-hides-bar:bottom-0 low:static print:hidden"
    >
      <div className={`mb-3 flex flex-col gap-2 empty:hidden max-sm:mx-4 ${isOpen ? 'max-sm:hidden' : ''}`}>
        {above}
      </div>
      {!isOpen && (
        <div className="border-y border-line bg-surface px-4 py-2 sm:hidden">
          <button
            type="button"
            onClick={() => open()}
            className="h-11 w-full cursor-text truncate rounded-sm border border-line-strong bg-surface px-3 text-left text-md text-ink-soft"
          >
            {label}
          </button>
        </div>
      )}
      <div
        className={`relative max-h-[min(70dvh,40rem)] overflow-y-auto overscroll-contain ${isOpen ? '' : 'max-sm:hidden'}`}
      >
        {isOpen && (
          <div className="absolute top-1 right-1 z-1 sm:hidden">
            <IconButton icon={ChevronDown} label="Fäll ihop svaret" onPress={() => setOpen(false)} />
          </div>
        )}
        {children}
      </div>
    </div>
  )
}

/**
 * Tells the page, as `--composer`, how much of the window's bottom the element covers. When it covers the end of the conversation that
 * was in view, the newest entry is shown above it.
 */
function useCoveredHeight() {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const tell = () => {
      const { height = 0 } = element.current?.getBoundingClientRect() ?? {}
      const { bottom } = element.current ? getComputedStyle(element.current) : { bottom: '0' }
      const log = document.querySelector('[role=log]')
      const wasAtEnd = log !== null && isEndShown(log)
      style.setProperty('--composer', `${Math.ceil(height + (Number.parseFloat(bottom) || 0))}px`)
      if (wasAtEnd && !isEndShown(log)) newestOf(log)?.scrollIntoView({ block: 'nearest' })
    }
    // Not in every environment of the tests.
    if (!globalThis.ResizeObserver) return
    const observer = new ResizeObserver(tell)
    if (element.current) observer.observe(element.current)
    tell()
    return () => {
      observer.disconnect()
      style.removeProperty('--composer')
    }
  }, [])
  return element
}
