import type { ReactNode } from 'react'

type Props = { title: string; lead: string; drawing: ReactNode }

/** The top of every page but the start page, with a drawing on the drawn cable. */
export function PageHead({ title, lead, drawing }: Props) {
  return (
    <div className="relative overflow-x-clip">
      <div className="wrap flex items-end justify-between gap-12 pt-6 sm:pt-12">
        <div className="pb-8 sm:pb-14">
          <h1 className="font-bold text-display tracking-[-0.035em]">{title}</h1>
          <p className="mt-4 max-w-[38rem] text-ink-soft text-lead sm:mt-5">{lead}</p>
        </div>
        <div className="relative hidden w-60 shrink-0 sm:block">
          {/* Continues the drawing's cable to both edges of the page. */}
          <span className="absolute right-60 bottom-[0.4375rem] w-screen border-accent border-b-[3px]" />
          <span className="absolute bottom-[0.4375rem] left-60 w-screen border-accent border-b-[3px]" />
          {drawing}
        </div>
      </div>
      <span className="block border-accent border-b-[3px] sm:hidden" />
    </div>
  )
}
