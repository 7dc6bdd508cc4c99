import type { ReactNode } from 'react'

/** A label and its value in a description list. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="mt-0.5 tabular-nums [overflow-wrap:anywhere]">{children}</dd>
  </div>
)
