import { ServiceDrawing } from './drawings/service-drawings.tsx'
import type { PublicFacts } from './facts.ts'
import { type NamedLine, namedLines } from './lines.rules.ts'
import type { Moment } from './moment.rules.ts'
import { Now } from './now.tsx'
import { OpenStatus } from './open-status.tsx'
import { PhoneLink } from './phone.tsx'
import { type Service, servicePath, servicesOf } from './services.rules.ts'

type Props = { service: Service; facts: PublicFacts | undefined; moment: Moment }

/** One service: what it contains, its price, and how to order it. */
export function ServicePage({ service, facts, moment }: Props) {
  const { name, text, details } = service
  const prices = service.prices.length > 0 ? service.prices : namedLines(facts?.prices)
  return (
    <>
      <div className="relative overflow-x-clip border-accent border-b-[3px]">
        <div className="wrap flex items-center justify-between gap-12 pt-6 pb-8 sm:pt-12 sm:pb-14">
          <div className="min-w-0">
            <h1 className="wrap-anywhere hyphens-auto font-bold text-display tracking-[-0.035em]">{name}</h1>
            {text && <p className="mt-4 max-w-[38rem] text-ink-soft text-lead sm:mt-5">{text}</p>}
          </div>
          <div className="hidden overflow-hidden sm:block">
            <ServiceDrawing name={name} />
          </div>
        </div>
      </div>
      <div className="bg-surface">
        <div className="wrap grid items-start gap-x-20 gap-y-12 py-12 sm:py-20 rail:grid-cols-[7fr_5fr]">
          <div className="flex flex-col gap-12">
            {details.length > 0 && <Contents details={details} />}
            {prices.length > 0 && <Costs prices={prices} />}
            <Others of={service} facts={facts} />
          </div>
          <Order moment={moment} />
        </div>
      </div>
    </>
  )
}

const Contents = ({ details }: { details: string[] }) => (
  <section aria-labelledby="ingar">
    <h2 id="ingar" className="font-bold text-xl tracking-tight">
      Det här ingår
    </h2>
    <ul className="mt-4 ml-2 flex flex-col gap-4 border-accent border-l-[3px] pl-7 text-lead">
      {details.map((detail) => (
        <li key={detail}>{detail}</li>
      ))}
    </ul>
  </section>
)

const Costs = ({ prices }: { prices: NamedLine[] }) => (
  <section aria-labelledby="pris">
    <h2 id="pris" className="font-bold text-xl tracking-tight">
      Pris
    </h2>
    <dl className="mt-4 flex flex-col gap-3">
      {prices.map(({ name, text }) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-6 border-line border-b pb-3">
          <dt>{name}</dt>
          <dd className="font-semibold tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-3 text-ink-soft">Du vet priset innan vi börjar. Inga dolda kostnader.</p>
  </section>
)

function Order({ moment: { answered, open } }: { moment: Moment }) {
  return (
    <section aria-labelledby="bestall" className="on-rail rounded-lg bg-rail p-7 text-rail-ink sm:p-9 print:p-0">
      <h2 id="bestall" className="font-bold text-lg text-rail-ink-strong tracking-tight">
        Vill du ha hjälp?
      </h2>
      <Now name="call">
        {answered && (
          <p className="mt-2">
            {answered.isEmergency && <span className="block">Jouren svarar nu:</span>}
            <PhoneLink
              number={answered.number}
              className="inline-flex min-h-12 items-center font-bold text-rail-ink-strong text-title tabular-nums tracking-tight hover:underline"
            />
          </p>
        )}
        <OpenStatus open={open} className="mt-2" />
      </Now>
      <p className="not-on-paper mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <a href="/kontakt" className="action bg-rail-ink-strong text-rail hover:bg-rail-ink">
          Skriv till oss
        </a>
        <a href="/support" className="line-link inline-flex min-h-11 items-center text-rail-ink-strong">
          Anmäl ett fel
        </a>
      </p>
    </section>
  )
}

function Others({ of, facts }: { of: Service; facts: PublicFacts | undefined }) {
  const others = servicesOf(facts?.services).filter(({ slug }) => slug !== of.slug)
  if (others.length === 0) return null
  return (
    <nav aria-labelledby="mer" className="print:hidden">
      <h2 id="mer" className="font-bold text-xl tracking-tight">
        Mer vi hjälper till med
      </h2>
      <ul className="mt-3">
        {others.map((service) => (
          <li key={service.slug}>
            <a href={servicePath(service)} className="line-link inline-flex min-h-11 items-center">
              {service.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
