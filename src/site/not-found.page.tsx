export function NotFoundPage() {
  return (
    <div className="mx-auto max-w-3xl px-5 py-20 sm:px-8 sm:py-28">
      <p className="font-semibold text-accent-ink">404</p>
      <h1 className="mt-2 font-bold text-2xl tracking-tight">Oops! Page not found</h1>
      <p className="mt-4 text-ink-soft text-lg">Adressen leder ingenstans. Kanske har sidan flyttat.</p>
      <p className="mt-8">
        <a href="/" className="font-semibold text-pine underline underline-offset-4">
          Till startsidan
        </a>
      </p>
    </div>
  )
}
