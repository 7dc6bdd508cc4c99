import CloudOff from 'lucide-react/icons/cloud-off'

/** Shown above a page that has lost contact with the server, as its data may be stale. */
export const OfflineBanner = () => (
  <p
    role="status"
    className="flex items-center justify-center gap-2 border-b border-accent bg-accent-soft px-4 py-2 text-base text-accent-ink print:hidden"
  >
    <CloudOff aria-hidden="true" className="size-4.5 shrink-0" />
    Ingen kontakt med servern. Det du ser kan vara gammalt.
  </p>
)
