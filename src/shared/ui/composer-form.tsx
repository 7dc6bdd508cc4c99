import { type ReactNode, useRef, useState } from 'react'
import { CallError } from '../web/call.ts'
import { messageOf } from '../web/forms.ts'
import { submitOnShortcut } from './submit-on-shortcut.ts'
import { dismissErrors, showToast, useToastsAtTop } from './toast.tsx'

type Props = {
  label: string
  isEmpty: boolean
  onSend: () => Promise<void>
  /** Ways to send of Ctrl+Shift+Enter and Alt+Enter. */
  onShiftEnter?: (() => Promise<void>) | undefined
  onAltEnter?: (() => Promise<void>) | undefined
  className: string
  children: ReactNode
}

/** The form of a composer: Ctrl+Enter sends, and an empty text is not sent. Escape leaves the text. */
export function ComposerForm({ label, isEmpty, onSend, onShiftEnter, onAltEnter, className, children }: Props) {
  useToastsAtTop()
  return (
    <form
      aria-label={label}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape' && event.target instanceof HTMLTextAreaElement) event.target.blur()
        const { key, altKey, shiftKey, ctrlKey, metaKey } = event
        const withShift = shiftKey && (ctrlKey || metaKey) ? onShiftEnter : undefined
        const sendOtherwise = key === 'Enter' ? (altKey ? onAltEnter : withShift) : undefined
        if (!sendOtherwise) return submitOnShortcut(event)
        event.preventDefault()
        if (!isEmpty) void sendOtherwise()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) void onSend()
      }}
      className={`print:hidden ${className}`}
    >
      {children}
    </form>
  )
}

/** Classes of the buttons that send: on a phone they stay at the bottom of a composer that is higher than its place. */
export const inViewOnPhone = 'max-sm:sticky max-sm:bottom-0 max-sm:z-1 max-sm:w-full max-sm:py-2'

/**
 * Runs attempts to send. On failure keeps the messages of the error and of its fields, `errorOf('time')` also of 'time.from', shows
 * `failureText` as a toast, and focuses the field. `shown`: the fields that show their error themselves.
 */
export function useSendAttempt(failureText: string, shown: readonly string[] = []) {
  const [failure, setFailure] = useState<string>()
  const [fields, setFields] = useState<CallError['fields']>({})
  const field = useRef<HTMLTextAreaElement>(null)
  const forget = () => {
    setFailure(undefined)
    setFields({})
  }
  const attempt = async (send: () => Promise<void>) => {
    dismissErrors()
    forget()
    try {
      await send()
    } catch (error) {
      const refused = error instanceof CallError ? error.fields : {}
      const isShown = Object.keys(refused).some((path) => shown.includes(path.split('.')[0] ?? ''))
      setFailure(isShown ? 'Rätta det som är markerat.' : messageOf(error))
      setFields(refused)
      showToast({ title: 'Fel', text: failureText, tone: 'error', isAtTop: true })
    }
    field.current?.focus()
  }
  const errorOf = (name: string) =>
    Object.entries(fields).find(([path]) => path === name || path.startsWith(`${name}.`))?.[1]
  return { failure, errorOf, forget, field, attempt }
}

/** Shows why the last attempt failed; the text remains in the field. */
export const SendFailure = ({ message }: { message: string | undefined }) =>
  message && (
    <p role="alert" className="text-sm text-danger-ink">
      {/[.!?]$/.test(message) ? message : `${message}.`} Texten står kvar.
    </p>
  )
