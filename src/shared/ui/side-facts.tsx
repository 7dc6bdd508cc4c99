// A conversation and the facts beside it; below 1280 px the facts are one line above it.
import { Fragment, type ReactNode, useState } from 'react'
import { Skeleton } from './skeleton.tsx'
import { useIsWide } from './split-view.tsx'

/** Classes of the element that contains `SideFacts` and the conversation. */
export const besideFacts = 'grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_18rem]'

type Props = {
  /** The accessible name. */
  label: string
  /** The facts as one line, such as 'Heby IF · Anna Ek 070-123 45 67 · 2,50 tim', which opens them. */
  line: string
  children: ReactNode
}

export function SideFacts({ label, line, children }: Props) {
  const isWide = useIsWide()
  const [isUnfolded, setUnfolded] = useState(false)
  return (
    <aside
      aria-label={label}
      className="min-w-0 xl:sticky xl:top-8 xl:order-last xl:max-h-[calc(100dvh-4rem)] xl:overflow-y-auto"
    >
      {/* The same element at every width, so that a dialog of the facts stays open when the window changes. */}
      <details
        open={isWide || isUnfolded}
        onToggle={({ currentTarget }) => !isWide && setUnfolded(currentTarget.open)}
        className="overflow-clip rounded-md border border-line bg-surface xl:shadow-low print:border-0"
      >
        <summary
          className={`cursor-pointer rounded-md px-4 py-2.5 text-base [overflow-wrap:anywhere] max-sm:py-3 ${isWide ? 'hidden' : ''}`}
        >
          {/* A line breaks between the facts rather than within a number. */}
          {!isWide &&
            line.split(' · ').map((fact, index) => (
              <Fragment key={fact}>
                {index > 0 && ' · '}
                <span className="inline-block">{fact}</span>
              </Fragment>
            ))}
        </summary>
        <div className={isWide ? 'p-5' : 'border-t border-line p-4 print:border-0 print:p-0'}>
          <div className="@container">{children}</div>
        </div>
      </details>
    </aside>
  )
}

/** Both while they load. */
export const ConversationSkeleton = () => (
  <div aria-busy="true" className={besideFacts}>
    <Skeleton className="h-11 xl:order-last xl:h-72" />
    <div className="flex flex-col gap-6">
      <Skeleton className="h-32" />
      <Skeleton className="h-64" />
    </div>
  </div>
)
