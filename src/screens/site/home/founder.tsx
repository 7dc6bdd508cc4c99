import { ArrowIcon } from '../drawings/icons.tsx'
import type { PublicFacts } from '../facts.ts'
import { FounderPicture } from '../founder-picture.tsx'
import { paragraphs } from '../lines.rules.ts'

/** The founder's story and portrait. */
export function Founder({ facts }: { facts: PublicFacts | undefined }) {
  const [story] = paragraphs(facts?.founderStory ?? '')
  return (
    <section aria-labelledby="manniskan" className="overflow-clip">
      <div className="wrap grid items-center gap-x-20 gap-y-10 py-12 sm:py-28 rail:grid-cols-[7fr_4fr]">
        <div className="rail:order-none order-last">
          <h2 id="manniskan" className="font-bold text-title tracking-[-0.025em]">
            Det sitter en människa i andra änden
          </h2>
          {story ? (
            <blockquote className="mt-6 max-w-[40rem] text-lead">{story}</blockquote>
          ) : (
            <p className="mt-6 max-w-[40rem] text-lead">
              {facts?.founded ? `Sedan ${facts.founded} håller vi fast vid en sak` : 'Vi håller fast vid en sak'}:
              personlig kontakt. Du ska veta vem som kommer, och vem du kan fråga efteråt.
            </p>
          )}
          <Name facts={facts} />
          <p className="not-on-paper mt-7">
            <a href="/om-oss" className="line-link inline-flex min-h-11 items-center gap-2.5">
              Mer om oss <ArrowIcon className="size-5" />
            </a>
          </p>
        </div>
        <div className="relative w-52 rail:w-full rail:max-w-88 rail:justify-self-end">
          {/* The cable ends here. */}
          <span className="-top-96 absolute left-[calc(var(--gutter)/-2-1.5px)] h-132 w-6 rounded-bl-lg border-accent border-b-[3px] border-l-[3px] sm:w-8 rail:hidden" />
          <span className="-top-96 absolute right-[calc(var(--gutter)/-2-1.5px)] hidden h-144 w-10 rounded-br-lg border-accent border-r-[3px] border-b-[3px] rail:block" />
          <FounderPicture facts={facts} className="relative" />
        </div>
      </div>
    </section>
  )
}

export function Name({ facts }: { facts: PublicFacts | undefined }) {
  if (!facts?.founderName && !facts?.founderTitle) return null
  return (
    <p className="mt-6">
      {facts.founderName && <span className="block font-bold text-lg">{facts.founderName}</span>}
      {facts.founderTitle && <span className="block text-ink-soft">{facts.founderTitle}</span>}
    </p>
  )
}
