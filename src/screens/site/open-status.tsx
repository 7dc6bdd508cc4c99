import type { OpenNow } from '#features/company/open-now.rules.ts'

export function OpenStatus({ open, className = '' }: { open: OpenNow | undefined; className?: string }) {
  if (!open) return null
  return (
    <p className={`flex items-start gap-2.5 ${className}`}>
      <span
        className={`mt-[0.45em] size-3 shrink-0 rounded-full border-2 ${open.isOpen ? 'border-success bg-success forced-colors:bg-system-text' : 'border-line-strong'}`}
      />
      <span>
        <strong className="font-semibold">{open.text}</strong>
        {open.detail && <span className="block opacity-85">{open.detail}</span>}
      </span>
    </p>
  )
}
