import Search from 'lucide-react/icons/search'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { BaseButton } from '#shared/ui/base-button.tsx'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'

const Palette = lazyPart(() => import('./palette.tsx').then((m) => m.Palette))

/**
 * The palette, which Ctrl-K and ⌘K open everywhere, also in a field. Its code is loaded when it is first opened, or before that
 * while the browser is idle; keys that are typed meanwhile go into its field.
 */
export function usePalette(): { open: () => void; palette: ReactNode } {
  /** Undefined until it is first opened. */
  const [isOpen, setOpen] = useState<boolean>()
  /** Undefined unless it is opened and its field does not have the focus yet. */
  const typed = useRef<string>(undefined)
  const open = () => {
    if (isOpen) return
    typed.current = ''
    setOpen(true)
  }
  const close = () => {
    typed.current = undefined
    setOpen(false)
  }
  const takeTyped = useCallback(() => {
    const text = typed.current ?? ''
    typed.current = undefined
    return text
  }, [])
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const isModified = ctrlKey || metaKey
    if (key.toLowerCase() === 'k' && isModified && !altKey && !shiftKey) open()
    else if (typed.current === undefined || isModified) return
    else if (key === 'Escape') close()
    else if (key === 'Backspace') typed.current = typed.current.slice(0, -1)
    else if (key.length === 1) typed.current += key
    event.preventDefault()
    event.stopPropagation()
  })
  /** Whoever presses something else no longer waits for it. */
  const leave = useEffectEvent(() => typed.current !== undefined && close())
  useEffect(() => {
    const listeners = { keydown: (event: KeyboardEvent) => press(event), pointerdown: () => void leave() }
    document.addEventListener('keydown', listeners.keydown, true)
    document.addEventListener('pointerdown', listeners.pointerdown, true)
    return () => {
      document.removeEventListener('keydown', listeners.keydown, true)
      document.removeEventListener('pointerdown', listeners.pointerdown, true)
    }
  }, [])
  return {
    open,
    palette: isOpen !== undefined && <Palette isOpen={isOpen} onClose={close} takeTyped={takeTyped} />,
  }
}

type ButtonProps = { place: 'rail' | 'bar'; onPress: () => void }

/**
 * Opens the palette: in the side menu with its keys, in the bar of smaller screens as an icon. Its label is not that of the
 * search field of a page ('Sök').
 */
export const SearchButton = ({ place, onPress }: ButtonProps) =>
  place === 'bar' ? (
    <IconButton icon={Search} label="Hitta" onPress={onPress} />
  ) : (
    <BaseButton
      onPress={onPress}
      className="mb-2 flex h-9 w-full cursor-pointer items-center gap-3 rounded-sm bg-rail-hover px-3 text-base transition-colors hover:text-rail-ink-strong"
    >
      <Search aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
      <span className="flex-1 text-left">Sök</span>
      <span aria-hidden="true" className="text-sm">
        Ctrl K
      </span>
    </BaseButton>
  )
