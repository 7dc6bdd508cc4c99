import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Toaster as Sonner, toast } from 'sonner'
import { isPhone } from '../web/device.ts'
import { useStore } from '../web/store.ts'
import { focusRow } from './lost-focus.ts'

/** Not a character key, so that it also works in fields. */
const TOAST_KEY = 'F8'

export type ToastTone = 'success' | 'error' | 'info'
export type ToastMessage = {
  title: string
  text?: string | undefined
  tone: ToastTone
  /** 'Försök igen', 'Visa länk' */
  action?: { label: string; onPress: () => void } | undefined
  /** A second one beside it. */
  alternative?: { label: string; onPress: () => void } | undefined
  /** Adds an action 'Ångra', which reverts the change and resolves to the key of the restored row. */
  undo?: (() => Promise<string | undefined>) | undefined
  /** How long it can be reverted, when that is less than 30 s. */
  undoSeconds?: number
  /** For an error that is shown together with a navigation: it stays until the next navigation. */
  outlivesPage?: boolean
  /** For a form whose buttons are where toasts are usually shown. */
  isAtTop?: boolean
}

/** The errors on the screen, and whether each outlives the next navigation. */
const errors = new Map<string | number, boolean>()
let undoable: string | number | undefined

/**
 * Shows the outcome of an action for 5 s; a failure, or a toast with an action, for 10 s. Ångra stays until the next action, at
 * most 30 s. An error is dismissed by the next attempt, by any success, and on navigation.
 */
export function showToast(message: ToastMessage): void {
  const { title, text, tone, undo, undoSeconds = 30, alternative, outlivesPage = false, isAtTop = false } = message
  if (tone !== 'error') dismissPrevious()
  const action = undo ? { label: 'Ångra', onPress: () => void undo().then(focusRow) } : message.action
  const id = toast[tone](action ? <WithKey title={title} /> : title, {
    duration: undo ? undoSeconds * 1000 : tone === 'error' || action ? 10_000 : 5_000,
    ...(text && { description: text }),
    ...(isAtTop && { position: isPhone() ? 'top-center' : 'top-right' }),
    ...(alternative && {
      cancel: { label: alternative.label, onClick: alternative.onPress },
      // Two buttons have a row of their own, in line with the text.
      className: 'flex-wrap gap-y-1 [&_[data-content]]:basis-4/5 [&_[data-action]]:ml-5.5',
    }),
    ...(action && { action: { label: <ActionLabel label={action.label} />, onClick: action.onPress } }),
  })
  if (tone === 'error') errors.set(id, outlivesPage)
  if (undo) undoable = id
}

function dismissPrevious() {
  dismissErrors()
  if (undoable !== undefined) toast.dismiss(undoable)
  undoable = undefined
}

const WithKey = ({ title }: { title: string }) => (
  <>
    {title}
    <span className="sr-only">. Tryck {TOAST_KEY} för att komma till knappen.</span>
  </>
)

const ActionLabel = ({ label }: { label: string }) => (
  <>
    {label}
    <span
      aria-hidden="true"
      className="ml-1.5 rounded-sm border border-line px-1 font-sans text-xs text-ink-soft pointer-coarse:hidden"
    >
      {TOAST_KEY}
    </span>
  </>
)

/** Called when an attempt begins whose previous failure may still be shown. */
export function dismissErrors() {
  for (const id of errors.keys()) toast.dismiss(id)
  errors.clear()
}

/** Dismisses errors when their page is left. */
function useDismissalOnNavigation() {
  const { pathname } = useLocation()
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    for (const [id, outlivesPage] of errors) {
      if (outlivesPage) {
        errors.set(id, false)
        continue
      }
      toast.dismiss(id)
      errors.delete(id)
    }
  }, [pathname])
}

/** The key focuses the button of the newest toast that has one, from fields and dialogs too; Escape goes back. */
function useToastKey() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
      const toasts = document.querySelector('[data-sonner-toaster]')
      if (!toasts || isModified) return
      if (event.key === TOAST_KEY) focusButtonOf(toasts)
      // On blur, the list of toasts returns the focus to where it was.
      const active = document.activeElement
      if (event.key === 'Escape' && active instanceof HTMLElement && toasts.contains(active)) active.blur()
    }
    // On window, to run after the listener of the list, which focuses the list.
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function focusButtonOf(toasts: Element) {
  const button = ['[data-action]', '[data-close-button]']
    .map((kind) => toasts.querySelector<HTMLElement>(`[data-removed="false"] ${kind}`))
    .find((found) => found !== null)
  button?.focus()
}

let openComposers = 0
const composerListeners = new Set<() => void>()
const countComposer = (change: 1 | -1) => {
  openComposers += change
  for (const listener of composerListeners) listener()
}

/** Keeps the toasts of a wide screen at the top while a composer is open, whose buttons are at the bottom. */
export function useToastsAtTop() {
  useEffect(() => {
    countComposer(1)
    return () => countComposer(-1)
  }, [])
}

const useHasComposer = () =>
  useStore(
    (listener) => {
      composerListeners.add(listener)
      return () => composerListeners.delete(listener)
    },
    () => openComposers > 0,
  )

const hotkey = [TOAST_KEY]
const iconClass = 'mt-0.5 size-4.5'

const phoneOffset = {
  top: 'calc(0.75rem + env(safe-area-inset-top))',
  left: 12,
  right: 12,
}

/** Once per page, inside the router. Sonner's styles are in app.css: the content security policy blocks its inline style sheet. */
export function Toaster() {
  const hasComposer = useHasComposer()
  useDismissalOnNavigation()
  useToastKey()
  return (
    <Sonner
      hotkey={hotkey}
      // On a phone the buttons that send are at the bottom, and so is the bar.
      position={isPhone() ? 'top-center' : hasComposer ? 'top-right' : 'bottom-right'}
      containerAriaLabel="Meddelanden"
      closeButton
      visibleToasts={4}
      offset={isPhone() ? phoneOffset : 24}
      mobileOffset={phoneOffset}
      icons={{
        success: <CircleCheck aria-hidden="true" className={`${iconClass} text-success`} />,
        error: <CircleAlert aria-hidden="true" className={`${iconClass} text-danger`} />,
        info: <Info aria-hidden="true" className={`${iconClass} text-ink-soft`} />,
        close: <X aria-hidden="true" className="size-4" />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: 'Stäng meddelandet',
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-md border border-line bg-raised py-3 pr-12 pl-4 text-base text-ink shadow-high sm:w-96',
          title: 'font-semibold',
          description: 'text-ink-soft',
          content: 'flex min-w-0 flex-1 flex-col gap-0.5',
          error: 'border-l-4 border-l-danger',
          success: 'border-l-4 border-l-success',
          actionButton:
            'shrink-0 cursor-pointer self-center rounded-sm px-2 py-1 text-base font-semibold text-accent-ink hover:bg-accent-soft',
          cancelButton:
            'order-last shrink-0 cursor-pointer self-center rounded-sm px-2 py-1 text-base text-ink-soft hover:bg-hover',
          closeButton:
            'absolute top-2 right-2 grid size-8 cursor-pointer place-items-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink',
        },
      }}
    />
  )
}
