import type { UrgentAdvice } from '#features/company/answered-phone.rules.ts'
import { faultReportTime, URGENT_RESPONSE } from '#features/company/response-time.rules.ts'
import { UrgentNotice } from '#shared/ui/urgent-notice.tsx'
import { type AnswerPromise, adviceOf } from './answer-promise.rules.ts'
import { ToolsDrawing } from './drawings/heads.tsx'
import { PhoneIcon } from './drawings/icons.tsx'
import type { PublicFacts } from './facts.ts'
import { Field, LongField } from './form/fields.tsx'
import { SiteForm } from './form/site-form.tsx'
import type { FormState } from './form-state.ts'
import type { Moment } from './moment.rules.ts'
import { Now } from './now.tsx'
import { OpenStatus } from './open-status.tsx'
import { PageHead } from './page-head.tsx'
import { OtherNumber, PhoneLink } from './phone.tsx'

type Props = {
  facts: PublicFacts | undefined
  moment: Moment
  promise: AnswerPromise | undefined
  form: FormState | undefined
}

const labels = { name: 'Namn', email: 'E-post', phone: 'Telefon', issue: 'Vad är det som inte fungerar?' }

export function SupportPage({ facts, moment, promise, form }: Props) {
  return (
    <>
      <PageHead
        title="Anmäl ett fel"
        lead={`Berätta vad som strular. Vi återkommer inom ${faultReportTime(facts)}, och ${URGENT_RESPONSE} om det är akut.`}
        drawing={<ToolsDrawing />}
      />
      <div className="bg-surface">
        <div className="wrap grid items-start gap-x-20 gap-y-12 py-12 sm:py-20 rail:grid-cols-[7fr_5fr] rail:grid-rows-[auto_1fr]">
          <section aria-labelledby="felanmalan" className="rail:row-span-2 print:hidden">
            <h2 id="felanmalan" className="mb-6 font-bold text-xl tracking-tight">
              Felanmälan
            </h2>
            <FaultReportForm moment={moment} promise={promise} form={form} />
          </section>
          <Now name="call">
            <CallUs facts={facts} moment={moment} />
          </Now>
          <NextSteps />
        </div>
      </div>
    </>
  )
}

const FaultReportForm = ({ moment, promise, form }: Omit<Props, 'facts'>) => {
  const urgent = adviceOf(moment, promise)
  return (
    <SiteForm
      action="/support"
      labelledBy="felanmalan"
      submit="Skicka felanmälan"
      labels={labels}
      state={form}
      phone={moment.answered?.number}
      moment={promise?.moment}
      urgent={urgent}
      again="Anmäl ett fel till"
      next="En tekniker läser din anmälan och hör av sig på numret eller adressen du lämnade."
    >
      <Field name="name" label={labels.name} autoComplete="name" state={form} />
      <Field name="email" label={labels.email} type="email" inputMode="email" autoComplete="email" state={form} />
      <Field
        name="phone"
        label={labels.phone}
        hint="Så att teknikern kan nå dig."
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        state={form}
      />
      <LongField
        name="issue"
        label={labels.issue}
        hint="Gärna vilken apparat det gäller, när det började och om något lyser eller blinkar. Skriv inga lösenord."
        rows={7}
        state={form}
      />
      <Urgent advice={urgent} isUrgent={form?.values.urgent !== undefined} />
    </SiteForm>
  )
}

/** The checkbox of an urgent request; CSS shows the notice while it is checked. */
function Urgent({ advice, isUrgent }: { advice: UrgentAdvice; isUrgent: boolean }) {
  return (
    <div>
      <label className="flex min-h-14 cursor-pointer items-center gap-4 rounded-md border-2 border-line px-4 py-3 hover:border-line-strong has-checked:border-danger">
        <input
          type="checkbox"
          name="urgent"
          value="on"
          defaultChecked={isUrgent}
          className="size-6 shrink-0 cursor-pointer accent-(--c-danger)"
        />
        <span>
          <span className="block font-semibold">Det är akut</span>
          <span className="block text-ink-soft text-md">Arbetet står still, eller något kan ta skada.</span>
        </span>
      </label>
      <div role="status">
        <Now name="advice">
          <UrgentNotice {...advice} className="when-urgent mt-3" />
        </Now>
      </div>
    </div>
  )
}

/** The number that is answered now is large, the other one below it. */
function CallUs({ facts, moment }: { facts: PublicFacts | undefined; moment: Moment }) {
  if (!facts?.phone && !facts?.emergencyPhone) return null
  return (
    <section
      aria-labelledby="ring"
      className="on-rail -order-1 rounded-lg bg-rail p-7 text-rail-ink sm:p-9 rail:order-none print:p-0"
    >
      <h2 id="ring" className="flex items-center gap-3 font-bold text-lg text-rail-ink-strong tracking-tight">
        <PhoneIcon className="size-6 text-accent" /> {moment.answered?.isEmergency ? 'Ring jouren' : 'Ring oss direkt'}
      </h2>
      {moment.answered && (
        <p className="mt-2">
          <PhoneLink
            number={moment.answered.number}
            className="inline-flex min-h-12 items-center font-bold text-rail-ink-strong text-title tabular-nums tracking-tight hover:underline"
          />
        </p>
      )}
      <OpenStatus open={moment.open} className="mt-2" />
      <OtherNumber
        facts={facts}
        moment={moment}
        className="mt-5 border-rail-line border-t pt-5"
        linkClass="line-link inline-flex min-h-11 items-center text-rail-ink-strong"
      />
    </section>
  )
}

const nextSteps = [
  ['Vi får din anmälan', 'Den syns direkt hos våra tekniker.'],
  ['Vi återkommer', 'En tekniker hör av sig på numret eller adressen du lämnade.'],
  ['Vi löser felet', 'På distans när det går, annars kommer vi till dig.'],
] as const

const NextSteps = () => (
  <section aria-labelledby="sen" className="print:hidden">
    <h2 id="sen" className="font-bold text-lg tracking-tight">
      Det här händer sen
    </h2>
    <ol className="mt-5 ml-2 border-accent border-l-[3px]">
      {nextSteps.map(([title, text]) => (
        <li key={title} className="relative pb-7 pl-7 last:pb-0">
          <span className="-left-[0.59375rem] absolute top-1.5 size-4 rounded-full border-[3px] border-accent bg-surface" />
          <h3 className="font-semibold">{title}</h3>
          <p className="text-ink-soft">{text}</p>
        </li>
      ))}
    </ol>
  </section>
)
