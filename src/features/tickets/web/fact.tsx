import type { ReactNode } from 'react'

type Props = { label: string; children: ReactNode; isWide?: boolean }

/** A label and its value in a description list; a wide one has its own row. */
export const Fact = ({ label, children, isWide = false }: Props) => (
  <div className={isWide ? 'col-span-full min-w-0' : 'min-w-0'}>
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="mt-0.5 tabular-nums">{children}</dd>
  </div>
)
