import { CableDrawing } from './cable-drawing.tsx'
import type { PublicFacts } from './facts.ts'
import { PhoneLink } from './phone.tsx'

const services = [
  ['WiFi och nätverk', 'Planering, installation och underhåll, så att täckningen räcker där ni är.'],
  ['IT-support', 'Hembesök, e-post eller telefon. Du pratar med den som löser felet.'],
  ['Kameraövervakning och passersystem', 'Vi monterar, ställer in och visar hur det fungerar.'],
  ['Egen IT-avdelning', 'Vi sköter drift, inköp och frågor åt företag som inte vill göra det själva.'],
  ['Serviceavtal', 'Prioriterad support och fasta kontaktpersoner.'],
] as const

export function HomePage({ facts }: { facts: PublicFacts | undefined }) {
  return (
    <>
      <section className="mx-auto grid max-w-6xl items-center gap-8 px-5 py-10 sm:px-8 sm:py-20 rail:grid-cols-[3fr_2fr]">
        <div>
          <h1 className="font-bold text-2xl tracking-tight sm:text-[3.25rem] sm:leading-[1.08]">
            Din kompletta partner inom teknik och IT
          </h1>
          <p className="mt-5 max-w-[34rem] text-ink-soft text-lg">
            Vi hjälper hem och företag med nätverk, support och säkerhet. Snabbt, utan krångel och till tydliga priser.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
            <a
              href="/support"
              className="rounded-md bg-accent px-6 py-3.5 font-semibold text-on-accent shadow-low hover:bg-accent-hover"
            >
              Boka support
            </a>
            {facts?.phone && (
              <p className="text-ink-soft">
                eller ring{' '}
                <PhoneLink number={facts.phone} className="font-semibold text-pine underline underline-offset-4" />
              </p>
            )}
          </div>
          {facts?.emergencyPhone && (
            <p className="mt-5 text-ink-soft">
              Akut, dygnet runt:{' '}
              <PhoneLink
                number={facts.emergencyPhone}
                className="font-semibold text-pine underline underline-offset-4"
              />
            </p>
          )}
        </div>
        <CableDrawing />
      </section>
      <section aria-labelledby="tjanster" className="border-line border-t bg-surface">
        <div className="mx-auto max-w-6xl px-5 py-12 sm:px-8 sm:py-16">
          <h2 id="tjanster" className="font-bold text-xl tracking-tight">
            Det här hjälper vi till med
          </h2>
          <ul className="mt-8 grid gap-x-10 gap-y-7 sm:grid-cols-2 rail:grid-cols-3">
            {services.map(([title, text]) => (
              <li key={title} className="border-accent border-l-2 pl-4">
                <h3 className="font-semibold">{title}</h3>
                <p className="mt-1 text-ink-soft">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  )
}
