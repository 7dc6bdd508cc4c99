import { ServiceDrawing } from '../drawings/services.tsx'
import { type NamedLine, namedLines } from '../lines.rules.ts'

const defaultServices: NamedLine[] = [
  {
    name: 'WiFi och nätverk',
    text: 'Planering, installation och underhåll, så att täckningen räcker där du är.',
  },
  {
    name: 'IT-support',
    text: 'Hembesök, e-post eller telefon. Du väljer det som passar dig.',
  },
  {
    name: 'Kameraövervakning och passersystem',
    text: 'Vi monterar, ställer in och visar hur det fungerar.',
  },
  {
    name: 'Egen IT-avdelning',
    text: 'För företag som hellre lämnar IT till någon annan: vi blir avdelningen du ringer.',
  },
  {
    name: 'Serviceavtal',
    text: 'Med prioriterad support. Du går före i kön när något händer.',
  },
]

/** The services along the drawn cable: those that the company has entered, else the default ones. */
export function Services({ own }: { own: string | null | undefined }) {
  const entered = namedLines(own)
  const services = entered.length > 0 ? entered : defaultServices
  return (
    <section aria-labelledby="tjanster" className="bg-surface">
      <div className="wrap pt-36 pb-20 sm:pt-44 sm:pb-28">
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
            className="stroke-cable"
          />
        </svg>
        <span className="cable-left top-28! sm:top-32!" />
        <h2 id="tjanster" className="font-bold text-title tracking-[-0.025em]">
          Det här hjälper vi till med
        </h2>
        <ul className="mt-6 sm:mt-10">
          {services.map((service) => (
            <ServiceRow key={service.name} {...service} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function ServiceRow({ name, text }: NamedLine) {
  return (
    <li className="grid items-center gap-x-6 gap-y-1 border-line border-b py-7 last:border-b-0 rail:grid-cols-[6fr_7fr] rail:gap-x-12 rail:py-9">
      <div className="flex items-center gap-5 sm:gap-10">
        <ServiceDrawing name={name} />
        <h3 className="min-w-0 hyphens-auto font-bold text-lg tracking-tight sm:text-xl">{name}</h3>
      </div>
      {text && <p className="max-w-[36rem] text-ink-soft sm:text-lead">{text}</p>}
    </li>
  )
}
