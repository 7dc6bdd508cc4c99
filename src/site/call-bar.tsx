import { formatPhone, phoneHref } from '#lib/phone.rules.ts'
import { PhoneIcon } from './drawings/icons.tsx'
import type { OpenNow } from './open-now.rules.ts'

/** A sticky bar with the phone number on small screens; at the end of the page it covers nothing. */
export function CallBar({ phone, open }: { phone: string; open: OpenNow | undefined }) {
  return (
    <aside
      aria-label="Ring oss"
      className="call-bar sticky bottom-0 z-10 border-line border-t bg-raised px-5 py-2.5 shadow-high rail:hidden"
    >
      <div className="mx-auto flex max-w-lg items-center justify-between gap-4">
        <p className="text-base text-ink-soft leading-snug">{open?.text ?? 'Ring oss direkt'}</p>
        <a
          href={phoneHref(phone)}
          className="flex min-h-12 items-center gap-2.5 whitespace-nowrap rounded-md bg-pine px-4 font-semibold text-md text-on-pine tabular-nums"
        >
          <PhoneIcon className="size-5" />
          {formatPhone(phone)}
        </a>
      </div>
    </aside>
  )
}
