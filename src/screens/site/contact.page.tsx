import { MESSAGE_RESPONSE } from '#features/company/response-time.rules.ts'
import type { AnswerPromise } from './answer-promise.rules.ts'
import { ContactDetails, Hours } from './contact-details.tsx'
import { MailboxDrawing } from './drawings/heads.tsx'
import type { PublicFacts } from './facts.ts'
import { Field, LongField } from './form/fields.tsx'
import { SiteForm } from './form/site-form.tsx'
import type { FormState } from './form-state.ts'
import type { Moment } from './moment.rules.ts'
import { PageHead } from './page-head.tsx'

type Props = {
  facts: PublicFacts | undefined
  moment: Moment
  promise: AnswerPromise | undefined
  form: FormState | undefined
}

const labels = { name: 'Namn', email: 'E-post', phone: 'Telefon', message: 'Meddelande' }

export function ContactPage({ facts, moment, promise, form }: Props) {
  const callAdvice = facts?.phone || facts?.emergencyPhone ? ' Är det bråttom går det fortast att ringa.' : ''
  return (
    <>
      <PageHead
        title="Kontakta oss"
        lead={`Skriv några rader, så svarar vi ${MESSAGE_RESPONSE}.${callAdvice}`}
        drawing={<MailboxDrawing />}
      />
      <div className="bg-surface">
        <div className="wrap grid items-start gap-x-20 gap-y-16 py-12 sm:py-20 rail:grid-cols-[7fr_5fr]">
          <section aria-labelledby="skriv" className="print:hidden">
            <h2 id="skriv" className="mb-6 font-bold text-xl tracking-tight">
              Skriv till oss
            </h2>
            <MessageForm moment={moment} promise={promise} form={form} />
          </section>
          <div className="flex flex-col gap-10">
            <section aria-label="Kontaktuppgifter och öppettider" className="flex flex-col gap-6">
              <div className="on-rail rounded-lg bg-rail p-7 text-rail-ink-strong empty:hidden sm:p-9 print:p-0">
                <ContactDetails facts={facts} title="Kontaktuppgifter" level="h2" />
              </div>
              <div className="rounded-lg border-2 border-line p-7 sm:p-9 print:border-0 print:p-0">
                <Hours moment={moment} title="Öppettider" level="h2" />
              </div>
            </section>
            <section aria-labelledby="sen" className="border-accent border-l-[3px] py-1 pl-6 print:hidden">
              <h2 id="sen" className="font-bold text-lg tracking-tight">
                Det här händer sen
              </h2>
              <p className="mt-2 text-ink-soft">
                {`Meddelandet läses av en människa hos oss. Svaret kommer ${MESSAGE_RESPONSE}, till den e-postadress du lämnade.`}
              </p>
            </section>
          </div>
        </div>
      </div>
    </>
  )
}

const MessageForm = ({ moment, promise, form }: Omit<Props, 'facts'>) => (
  <SiteForm
    action="/kontakt"
    labelledBy="skriv"
    submit="Skicka meddelande"
    labels={labels}
    state={form}
    phone={moment.answered?.number}
    moment={promise?.moment}
    again="Skriv ett nytt meddelande"
    next={`Vi har fått ditt meddelande och svarar ${MESSAGE_RESPONSE}.`}
  >
    <Field name="name" label={labels.name} autoComplete="name" state={form} />
    <Field
      name="email"
      label={labels.email}
      hint="Hit skickar vi svaret."
      type="email"
      inputMode="email"
      autoComplete="email"
      state={form}
    />
    <Field name="phone" label={labels.phone} isOptional type="tel" inputMode="tel" autoComplete="tel" state={form} />
    <LongField name="message" label={labels.message} rows={7} state={form} />
  </SiteForm>
)
