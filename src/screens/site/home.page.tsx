import { HouseDrawing } from './drawings/house.tsx'
import { PhoneIcon } from './drawings/icons.tsx'
import type { PublicFacts } from './facts.ts'
import { Founder } from './home/founder.tsx'
import { Photos } from './home/photos.tsx'
import { Prices } from './home/prices.tsx'
import { Reach } from './home/reach.tsx'
import { Reasons } from './home/reasons.tsx'
import { Services } from './home/services.tsx'
import { Steps } from './home/steps.tsx'
import { TrustSignals } from './home/trust-signals.tsx'
import type { Moment } from './moment.rules.ts'
import { Now } from './now.tsx'
import { OpenStatus } from './open-status.tsx'
import { OtherNumber, PhoneLink } from './phone.tsx'
import { SLOGAN } from './slogan.ts'

type Props = { facts: PublicFacts | undefined; moment: Moment }

export function HomePage({ facts, moment }: Props) {
  return (
    <>
      <Hero facts={facts} moment={moment} />
      <Services own={facts?.services} />
      <Reasons facts={facts} />
      <Prices prices={facts?.prices} />
      <Steps facts={facts} />
      <TrustSignals facts={facts} />
      <Founder facts={facts} />
      <Photos facts={facts} />
      <Reach facts={facts} moment={moment} />
    </>
  )
}

function Hero({ facts, moment }: Props) {
  return (
    <section className="overflow-x-clip">
      <div className="wrap grid items-end gap-x-8 pt-4 sm:pt-12 rail:grid-cols-[10fr_11fr]">
        <div className="pb-10 rail:self-center rail:pb-24">
          <h1 className="font-bold text-display tracking-[-0.035em]">{SLOGAN}</h1>
          <p className="mt-4 max-w-[33rem] text-ink-soft text-lead sm:mt-7">
            Vi hjälper hem och företag med nätverk, support och säkerhet. Snabbt, utan krångel och till tydliga priser.
          </p>
          <div className="not-on-paper mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 sm:mt-9">
            <a href="/support" className="action bg-accent text-on-accent shadow-low hover:bg-accent-hover">
              Boka support
            </a>
            <Now name="number">
              {moment.answered && (
                <p className="flex items-center gap-2.5">
                  <PhoneIcon className="size-5 text-accent-ink" />
                  {moment.answered.isEmergency && 'Ring jouren:'}
                  <PhoneLink number={moment.answered.number} className="line-link py-2.5 text-lg tabular-nums" />
                </p>
              )}
            </Now>
          </div>
          <Now name="open">
            <OpenStatus open={moment.open} className="mt-5 sm:mt-7" />
            <OtherNumber
              facts={facts}
              moment={moment}
              className="mt-3 pl-5.5 text-ink-soft"
              linkClass="line-link py-2.5 text-ink"
            />
          </Now>
        </div>
        <HouseDrawing className="-mr-[calc(var(--gutter)/2)] h-auto w-[calc(100%+var(--gutter)/2)] max-w-none" />
      </div>
    </section>
  )
}
