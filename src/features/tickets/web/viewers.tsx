import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Avatar } from './avatar.tsx'
import { endPresence, presenceQuery } from './tickets.api.ts'

/** The other users who have the ticket open. While mounted it renews the user's own presence entry. */
export function Viewers({ ticketId }: { ticketId: string }) {
  const { data } = useQuery(presenceQuery(ticketId))
  useEffect(() => {
    const end = () => void endPresence(ticketId)
    window.addEventListener('pagehide', end)
    return () => {
      window.removeEventListener('pagehide', end)
      end()
    }
  }, [ticketId])
  const others = data?.others ?? []
  if (others.length === 0) return null
  return (
    <p className="flex items-center gap-2 text-sm text-ink-soft">
      <span aria-hidden="true" className="flex -space-x-2">
        {others.slice(0, 3).map(({ id, fullName }) => (
          <Avatar key={id} name={fullName} />
        ))}
      </span>
      Tittar just nu: {others.map(({ fullName }) => fullName).join(', ')}
    </p>
  )
}
