import { autoUpdate, flip, offset, useFloating } from '@floating-ui/react-dom'
import type { LucideIcon } from 'lucide-react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useShortcut } from '../web/shortcut.ts'
import { BaseButton } from './base-button.tsx'
import { buttonClass } from './button-class.ts'
import { popoverClass } from './choice.ts'
import { RouteLink } from './route-link.tsx'
import { moveToTopLayer } from './top-layer.ts'

export type MenuAction = {
  label: string
  /** Where the label needs context; starts with the label. */
  accessibleName?: string
  icon?: LucideIcon
  /** Last, and set apart. */
  isDanger?: boolean
  isPending?: boolean
  disabledReason?: string | undefined
} & ({ to: string } | { onPress: () => void })

type Props = {
  /** For example 'Fler åtgärder för Heby IF'. */
  label: string
  actions: readonly MenuAction[]
  /** With a border, beside the buttons of a page. */
  isFramed?: boolean
  /** On the button, instead of the dots. */
  text?: string
  /** The key that opens it. */
  shortcut?: string
  disabledReason?: string | undefined
}

/** A button that shows the less usual actions as a list; Escape, a press elsewhere or a choice closes it. */
export function ActionMenu({ label, actions, isFramed = false, text, shortcut, disabledReason }: Props) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  useShortcut(shortcut, disabledReason ? undefined : () => setOpen(true))
  return (
    <>
      <BaseButton
        buttonRef={opener}
        accessibleName={text ? undefined : label}
        tip={text ?? (isFramed ? label : 'Fler åtgärder')}
        isExpanded={isOpen}
        disabledReason={disabledReason}
        onPress={() => setOpen(!isOpen)}
        className={
          text
            ? buttonClass({ variant: 'secondary', size: 'sm', isFull: false, isInactive: Boolean(disabledReason) })
            : `inline-grid shrink-0 cursor-pointer place-items-center rounded-sm transition-colors hover:bg-hover hover:text-ink max-sm:size-11 ${isFramed ? 'size-9 border border-line-strong bg-surface text-ink shadow-low' : 'size-8 text-ink-soft'}`
        }
      >
        {text ?? <Ellipsis aria-hidden="true" className="size-4.5" />}
      </BaseButton>
      {isOpen && (
        <ActionList label={label} actions={actions} opener={opener} onClose={close} onLeave={() => setOpen(false)} />
      )}
    </>
  )
}

type ListProps = Pick<Props, 'label' | 'actions'> & {
  opener: { readonly current: HTMLButtonElement | null }
  /** Closes the list and focuses the button. */
  onClose: () => void
  /** The focus or a press went elsewhere. */
  onLeave: () => void
}

function ActionList({ label, actions, opener, onClose, onLeave }: ListProps) {
  const { list, style } = usePlace(opener)
  useEffect(() => list.current?.querySelector<HTMLElement>('a, button')?.focus(), [list])
  const leave = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Node && !list.current?.contains(target) && !opener.current?.contains(target)) onLeave()
  })
  useEffect(() => {
    const press = (event: PointerEvent) => leave(event)
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [])
  const blur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget && relatedTarget !== opener.current && !currentTarget.contains(relatedTarget)) onLeave()
  }
  const keyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    // A letter is not a key of the page around the list.
    if (event.key.length === 1) event.stopPropagation()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) moveFocus(event.currentTarget, step)
    else if (event.key === 'Escape') onClose()
    else return
    // Neither scrolls the page, moves between rows, nor closes a dialog around it.
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <ul
      ref={list}
      style={style}
      aria-label={label}
      onKeyDown={keyDown}
      onBlur={blur}
      className={`${popoverClass} right-auto bottom-auto m-0 grid max-h-[60dvh] overflow-y-auto p-1 text-left text-ink`}
    >
      {actions.map((action) => (
        <li key={action.label} className={action.isDanger ? 'mt-1 border-line border-t pt-1' : ''}>
          <Action action={action} onClose={onClose} />
        </li>
      ))}
    </ul>
  )
}

const actionClass =
  'flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-left text-base whitespace-nowrap max-sm:min-h-11'

function Action({ action, onClose }: { action: MenuAction; onClose: () => void }) {
  const { label, accessibleName, icon: Icon, isDanger = false, isPending = false, disabledReason } = action
  const content = (
    <>
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" />}
      {label}
    </>
  )
  if ('to' in action)
    return (
      <RouteLink to={action.to} aria-label={accessibleName} className={`${actionClass} hover:bg-hover`}>
        {content}
      </RouteLink>
    )
  const tone = disabledReason
    ? 'cursor-not-allowed text-ink-faint'
    : isDanger
      ? 'text-danger-ink hover:bg-danger-soft'
      : 'hover:bg-hover'
  const { onPress } = action
  // Closed first: a dialog returns the focus to what has it when it opens.
  const choose = () => {
    onClose()
    onPress()
  }
  return (
    <BaseButton
      onPress={choose}
      accessibleName={accessibleName}
      isPending={isPending}
      disabledReason={disabledReason}
      className={`${actionClass} ${tone}`}
    >
      {content}
    </BaseButton>
  )
}

function moveFocus(list: HTMLElement, step: number) {
  const items = [...list.querySelectorAll<HTMLElement>('a, button')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  items[(at + step + items.length) % items.length]?.focus()
}

/** Below the button and aligned with its right edge, or above it where there is no room. */
function usePlace(opener: ListProps['opener']) {
  const list = useRef<HTMLUListElement>(null)
  const { refs, floatingStyles } = useFloating({
    elements: { reference: opener.current },
    strategy: 'fixed',
    placement: 'bottom-end',
    transform: false,
    whileElementsMounted: autoUpdate,
    middleware: [offset(4), flip({ padding: 4 })],
  })
  useLayoutEffect(() => {
    refs.setFloating(list.current)
    moveToTopLayer(list.current)
  }, [refs])
  return { list, style: floatingStyles }
}
