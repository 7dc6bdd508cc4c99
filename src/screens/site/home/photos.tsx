import { genitive } from '#shared/names.rules.ts'
import type { PublicFacts } from '../facts.ts'
import { Photo } from '../photo.tsx'

const places = [
  { place: 'team', caption: 'Vi som svarar', altOf: (name: string) => `Medarbetarna på ${name}` },
  { place: 'van', caption: 'Bilen vi kommer i', altOf: (name: string) => `${genitive(name)} servicebil` },
  { place: 'premises', caption: 'Här finns vi', altOf: (name: string) => `${genitive(name)} lokal` },
] as const

/** Photos of the team, the van and the premises; hidden until the company has uploaded one. */
export function Photos({ facts }: { facts: PublicFacts | undefined }) {
  const shown = places.flatMap(({ place, ...texts }) => {
    const picture = facts?.pictures[place]
    return picture ? [{ ...texts, place, picture, name: facts.name }] : []
  })
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="bilder" className="bg-surface">
      <div className="wrap py-12 sm:py-28">
        <h2 id="bilder" className="font-bold text-title tracking-[-0.025em]">
          De du träffar
        </h2>
        <ul className="mt-8 grid grid-cols-2 gap-4 sm:mt-10 sm:grid-flow-col sm:auto-cols-fr sm:grid-cols-none sm:gap-8">
          {shown.map(({ place, picture, caption, altOf, name }) => (
            <li key={place} className="max-sm:last:odd:col-span-2">
              <figure>
                <Photo
                  picture={picture}
                  alt={altOf(name)}
                  sizes={`(width >= 40rem) ${Math.round(76 / shown.length)}rem, 100vw`}
                  className="aspect-4/3 h-auto w-full rounded-lg object-cover"
                />
                <figcaption className="mt-3 text-ink-soft">{caption}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
