import { faultReportTime, MESSAGE_RESPONSE, URGENT_RESPONSE } from '#features/company/response-time.rules.ts'
import { TableDrawing } from './drawings/heads.tsx'
import type { PublicFacts } from './facts.ts'
import { FounderPicture } from './founder-picture.tsx'
import { Name } from './home/founder.tsx'
import { namedLines, paragraphs } from './lines.rules.ts'
import { PageHead } from './page-head.tsx'

export function AboutPage({ facts }: { facts: PublicFacts | undefined }) {
  const name = facts?.name ?? 'Vi'
  const since = facts?.founded ? ` sedan ${facts.founded}` : ''
  const story = paragraphs(facts?.founderStory ?? '')
  return (
    <>
      <PageHead
        title="Om oss"
        lead={`Personlig kontakt${since}. Du ska veta vem som kommer, och vem du kan fråga efteråt.`}
        drawing={<TableDrawing />}
      />
      <section aria-labelledby="historien" className="bg-surface">
        <div className="wrap grid items-start gap-x-20 gap-y-12 py-16 sm:py-24 rail:grid-cols-[4fr_7fr]">
          <figure className="w-56 rail:w-full rail:max-w-88">
            <FounderPicture facts={facts} />
            <figcaption className="empty:hidden">
              <Name facts={facts} />
            </figcaption>
          </figure>
          <div className="flex max-w-[42rem] flex-col gap-6 text-lead">
            <h2 id="historien" className="font-bold text-title tracking-[-0.025em]">
              Vår historia
            </h2>
            {facts?.founded && (
              <p>
                {name} grundades {facts.founded}. Vi hjälper både hem och företag med nätverk, support, kameror och
                passersystem, och vi är IT-avdelning åt dem som inte har någon egen.
              </p>
            )}
            {story.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {story.length === 0 && (
              <p>
                Tekniken byts ut vart tredje år. Det som håller är att någon känner till hur det ser ut hos dig, minns
                vad som gjordes sist och svarar när du hör av dig. Därför sätter vi den personliga kontakten först.
              </p>
            )}
            {facts?.areaServed && <p>Vi arbetar i {facts.areaServed}.</p>}
          </div>
        </div>
      </section>
      <People people={facts?.people} />
      <Values facts={facts} />
    </>
  )
}

/** The people who work here; hidden until the company has entered them. */
function People({ people }: { people: string | null | undefined }) {
  const names = namedLines(people)
  if (names.length === 0) return null
  return (
    <section aria-labelledby="vi" className="bg-surface">
      <div className="wrap pb-16 sm:pb-24">
        <h2 id="vi" className="font-bold text-title tracking-[-0.025em]">
          Vi som kommer
        </h2>
        <ul className="mt-8 grid gap-6 sm:grid-cols-2 rail:grid-cols-4">
          {names.map(({ name, text }) => (
            <li key={name} className="border-accent border-l-[3px] py-1 pl-5">
              <p className="font-bold text-lg">{name}</p>
              {text && <p className="text-ink-soft">{text}</p>}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Three cards, each placed higher than the one before. */
const Values = ({ facts }: { facts: PublicFacts | undefined }) => (
  <section aria-labelledby="tycker" className="overflow-clip">
    <div className="wrap pt-16 pb-20 sm:pt-24">
      <h2 id="tycker" className="font-bold text-title tracking-[-0.025em]">
        Det vi håller fast vid
      </h2>
      <ul className="mt-10 grid items-start gap-6 rail:mt-4 rail:grid-cols-3 rail:gap-8">
        <li className="rounded-lg bg-rail p-8 text-rail-ink rail:mt-32">
          <h3 className="font-bold text-rail-ink-strong text-xl tracking-tight">Personlig kontakt</h3>
          <p className="mt-3">
            Du pratar med den som löser felet, inte med en kö. Nästa gång känner vi redan ditt nät.
          </p>
        </li>
        <li className="rounded-lg bg-primary-soft p-8 rail:mt-16">
          <h3 className="font-bold text-primary text-xl tracking-tight">Långsiktiga relationer</h3>
          <p className="mt-3">Vi säljer hellre rätt sak en gång än fel sak två gånger. Det lönar sig i längden.</p>
        </li>
        <li className="rounded-lg bg-accent-soft p-8">
          <h3 className="font-bold text-accent-ink text-xl tracking-tight">Snabb service</h3>
          <p className="mt-3">
            {`Svar inom ${faultReportTime(facts)} på en felanmälan, ${URGENT_RESPONSE} när den är akut, och på annat ${MESSAGE_RESPONSE}.`}
          </p>
        </li>
      </ul>
      <p className="not-on-paper mt-14">
        <a href="/kontakt" className="action bg-accent text-on-accent shadow-low hover:bg-accent-hover">
          Kontakta oss
        </a>
      </p>
    </div>
  </section>
)
