import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { formatPhone, phoneHref } from '../phone.rules.ts'

type Props = {
  title: string
  text: string
  /** A telephone number that is answered now. */
  number?: string
  promise: string
  className?: string
}

/** What to do in an urgent case: whom to call, and the promised response time. On the public site and in the portal. */
export const UrgentNotice = ({ title, text, number, promise, className = 'flex' }: Props) => (
  <div className={`gap-4 rounded-md border-danger border-l-4 bg-danger-soft p-5 text-danger-ink ${className}`}>
    <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
    <div>
      <p className="font-bold">{title}</p>
      <p className="mt-1">
        {text}
        {number && (
          <>
            {' '}
            <a
              href={phoneHref(number)}
              className="inline-flex min-h-9 items-center whitespace-nowrap font-bold underline underline-offset-4"
            >
              {formatPhone(number)}
            </a>
          </>
        )}
      </p>
      <p>{promise}</p>
    </div>
  </div>
)
