import { LooseCable } from './drawings/loose-cable.tsx'

export function NotFoundPage() {
  return (
    <div className="wrap grid items-center gap-12 py-14 sm:py-24 rail:grid-cols-[6fr_5fr]">
      <div>
        <p className="font-bold text-accent-ink text-xl">404</p>
        <h1 lang="en" className="mt-2 font-bold text-display tracking-[-0.035em]">
          Oops! Page not found
        </h1>
        <p className="mt-5 text-ink-soft text-lead">Adressen leder ingenstans. Kanske har sidan flyttat.</p>
        <p className="mt-9">
          <a href="/" className="action bg-accent text-on-accent shadow-low hover:bg-accent-hover">
            Till startsidan
          </a>
        </p>
      </div>
      <LooseCable />
    </div>
  )
}
