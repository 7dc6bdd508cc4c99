import type { ReactNode } from 'react'

/** A part of the page that depends on the time: the script replaces its content on a page that stays open (`follow-clock.ts`). */
export const Now = ({ name, children }: { name: string; children: ReactNode }) => (
  <div data-now={name} className="contents">
    {children}
  </div>
)
