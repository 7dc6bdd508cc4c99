import { Portrait } from './drawings/portrait.tsx'
import type { PublicFacts } from './facts.ts'
import { Photo } from './photo.tsx'

/** The founder's photo, or a drawing until there is one. */
export function FounderPicture({ facts, className = '' }: { facts: PublicFacts | undefined; className?: string }) {
  const founder = facts?.pictures.founder
  if (!founder) return <Portrait className={`h-auto w-full ${className}`} />
  return (
    <Photo
      picture={founder}
      alt={facts.founderName ?? 'Grundaren'}
      sizes="(width >= 56.25rem) 22rem, 14rem"
      className={`aspect-4/5 h-auto w-full rounded-lg object-cover ${className}`}
    />
  )
}
