import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Avatar } from './avatar.tsx'
import type { PresenceOf } from './tickets.api.ts'

/** `of`: the presence on tickets or on enquiries. */
type Props = { id: string; of: PresenceOf }

/** The other users who have the ticket or the enquiry open. While mounted it renews the user's own presence entry. */
export function Viewers({ id, of }: Props) {
  const { data } = useQuery(of.query(id))
  useEffect(() => {
    const end = () => void of.end(id)
    window.addEventListener('pagehide', end)
    return () => {
      window.removeEventListener('pagehide', end)
      end()
    }
  }, [id, of])
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
