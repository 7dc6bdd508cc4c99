import { LooseCable } from './loose-cable.tsx'

export function NotFoundPage() {
  return (
    <div className="mx-auto grid max-w-6xl items-center gap-10 px-5 py-16 sm:px-8 sm:py-24 rail:grid-cols-[3fr_2fr]">
      <div>
        <p className="font-semibold text-accent-ink">404</p>
        <h1 className="mt-2 font-bold text-2xl tracking-tight">Oops! Page not found</h1>
        <p className="mt-4 text-ink-soft text-lg">Adressen leder ingenstans. Kanske har sidan flyttat.</p>
        <p className="mt-8">
          <a
            href="/"
            className="inline-block rounded-md bg-accent px-6 py-3.5 font-semibold text-on-accent shadow-low hover:bg-accent-hover"
          >
            Till startsidan
          </a>
        </p>
      </div>
      <LooseCable />
    </div>
  )
}
