import { ServiceDrawing } from '../drawings/service-drawings.tsx'
import { type Audience, type Service, servicePath, servicesOf } from '../services.rules.ts'

/** The services along the drawn cable: the company's own, or the default ones. */
export function Services({ own }: { own: string | null | undefined }) {
  const services = servicesOf(own)
  return (
    <section aria-labelledby="tjanster" className="bg-surface">
      <div className="wrap pt-32 pb-12 sm:pt-44 sm:pb-28">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          fill="none"
          aria-hidden="true"
          className="cable-cross top-0 h-28 sm:h-32"
        >
          <path
            d="M100 0C100 70 0 30 0 100"
            strokeWidth="3"
            vectorEffect="non-scaling-stroke"
            className="stroke-accent"
          />
        </svg>
        <span className="cable-left top-28! sm:top-32!" />
        <h2 id="tjanster" className="font-bold text-title tracking-[-0.025em]">
          Det här hjälper vi till med
        </h2>
        {/* A phone shows each service once, in the list below. */}
        <div className="not-on-paper mt-10 grid gap-6 max-sm:hidden sm:grid-cols-2">
          {entrances.map((entrance) => (
            <Entrance key={entrance.id} {...entrance} services={services} />
          ))}
        </div>
        <ul className="mt-4 sm:mt-10">
          {services.map((service) => (
            <ServiceRow key={service.slug} {...service} />
          ))}
        </ul>
      </div>
    </section>
  )
}

const entrances = [
  { id: 'hemma', audience: 'home', title: 'Hemma', text: 'När nätet, datorn eller telefonen krånglar.' },
  { id: 'foretaget', audience: 'company', title: 'På företaget', text: 'Så att alla kan arbeta, varje dag.' },
] as const

type EntranceProps = { id: string; audience: Audience; title: string; text: string; services: Service[] }

/** The services for homes, or for companies; hidden when there are none. */
function Entrance({ id, audience, title, text, services }: EntranceProps) {
  const own = services.filter(({ audiences }) => audiences.includes(audience))
  if (own.length === 0) return null
  return (
    <nav id={id} aria-labelledby={`${id}-rubrik`} className="rounded-lg bg-primary-soft p-6 sm:p-8">
      <h3 id={`${id}-rubrik`} className="font-bold text-primary text-xl tracking-tight">
        {title}
      </h3>
      <p className="mt-1">{text}</p>
      <ul className="mt-3">
        {own.map((service) => (
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

function ServiceRow(service: Service) {
  const { name, text } = service
  return (
    <li className="grid items-center gap-x-6 gap-y-1 border-line border-b py-5 last:border-b-0 sm:py-7 rail:grid-cols-[6fr_7fr] rail:gap-x-12 rail:py-9">
      <div className="flex items-center gap-5 sm:gap-10">
        <ServiceDrawing name={name} />
        <h3 className="min-w-0 hyphens-auto font-bold text-lg tracking-tight sm:text-xl">
          <a href={servicePath(service)} className="underline-offset-4 hover:underline">
            {name}
          </a>
        </h3>
      </div>
      {text && <p className="max-w-[36rem] text-ink-soft sm:text-lead">{text}</p>}
    </li>
  )
}
