import type { ReactNode } from 'react'

export type CardProps = {
  title?: string
  /** One quiet link or button to the right of the title. */
  action?: ReactNode
  /** Without padding, for tables and lists. */
  isFlush?: boolean
  children: ReactNode
}

export function Card({ title, action, isFlush = false, children }: CardProps) {
  return (
    <section className="overflow-clip rounded-md border border-line bg-surface shadow-low">
      {title && (
        <header className={`flex min-h-9 items-center justify-between gap-3 px-5 pt-4 ${isFlush ? 'pb-3' : ''}`}>
          <h2 className="text-md font-semibold">{title}</h2>
          {action}
        </header>
      )}
      <div className={isFlush ? '' : 'p-5'}>{children}</div>
    </section>
  )
}
