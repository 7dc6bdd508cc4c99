import type { ReactNode } from 'react'

export type EmptyStateProps = {
  /** The specified text: 'Inga aktiva tickets'. */
  title: string
  /** One sentence that helps. */
  text?: string
  action?: ReactNode
}

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-12 text-center">
      <svg
        viewBox="0 0 96 40"
        aria-hidden="true"
        className="mb-3 h-10 text-line-strong"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      >
        <path d="M4 30 H30 C44 30 46 10 56 10 C66 10 66 24 57 24 C48 24 50 30 62 30 H74" />
        <rect x="74" y="23" width="12" height="14" rx="3" />
        <path d="M86 27 H92 M86 33 H92" />
      </svg>
      <p className="text-md font-semibold">{title}</p>
      {text && <p className="max-w-prose text-base text-ink-soft">{text}</p>}
      {action && <div className="pt-3">{action}</div>}
    </div>
  )
}
