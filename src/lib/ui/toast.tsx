import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toaster as Sonner, toast } from 'sonner'

export type ToastTone = 'success' | 'error' | 'info'
export type ToastMessage = {
  title: string
  text?: string | undefined
  tone: ToastTone
  /** 'Ångra', 'Försök igen' */
  action?: { label: string; onPress: () => void }
}

/** Shows the outcome of an action for 5 s; a failure, or one with an action such as Ångra, for 10 s. */
export function showToast({ title, text, tone, action }: ToastMessage): void {
  toast[tone](title, {
    duration: tone === 'error' || action ? 10_000 : 5_000,
    ...(text && { description: text }),
    ...(action && { action: { label: action.label, onClick: action.onPress } }),
  })
}

const iconClass = 'mt-0.5 size-4.5'

/** On phones toasts are at the top: at the bottom they would cover the buttons of a dialog. */
const isPhone = () => window.matchMedia('(max-width: 40rem)').matches

/** Once per page. Sonner's styles are in app.css: the content security policy blocks its inline style sheet. */
export function Toaster() {
  return (
    <Sonner
      position={isPhone() ? 'top-center' : 'bottom-right'}
      containerAriaLabel="Meddelanden"
      closeButton
      visibleToasts={4}
      offset={24}
      mobileOffset={{ top: 'calc(0.75rem + env(safe-area-inset-top))', left: 12, right: 12 }}
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
          closeButton:
            'absolute top-2 right-2 grid size-8 cursor-pointer place-items-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink',
        },
      }}
    />
  )
}
