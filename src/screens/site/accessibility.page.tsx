import type { ReactNode } from 'react'
import { MESSAGE_RESPONSE } from '#features/company/response-time.rules.ts'
import { RampDrawing } from './drawings/heads.tsx'
import type { PublicFacts } from './facts.ts'
import { PageHead } from './page-head.tsx'
import { CompanyContact, Part, Prose } from './prose.tsx'

/** The date at which the sentences below were last compared with the tests. */
const REVIEWED = { date: '2026-11-27', text: '27 november 2026' }

/** The tests of every screen, each of which has a story in e2e/. */
const methods: readonly [name: string, how: string][] = [
  [
    'Tangentbord',
    'Kontaktformuläret fylls i och skickas utan mus. I portalen öppnas och stängs varje dialogruta med tangenter, och fokus går tillbaka dit det var.',
  ],
  ['Automatisk granskning', 'Verktyget axe går igenom sidorna i ljust och mörkt läge, på bred skärm och i mobil.'],
  ['Kontrastteman', 'Sidorna har granskats för hand i ett tema där datorn bestämmer färgerna (forced colors).'],
  ['Förstoring', 'Sidorna visas i 320 pixlars bredd, vilket motsvarar 400 procent, och inget hamnar utanför fönstret.'],
  ['Textavstånd', 'Raderna, orden och bokstäverna glesas som WCAG 1.4.12 beskriver, och ingen text kapas.'],
  ['Klickytor', 'Knappar och länkar är minst 24 pixlar höga och breda, eller ligger så långt isär.'],
  [
    'Utan skript',
    'Webbplatsens sidor och formulär fungerar när skript är avstängt. Inloggningen och portalen behöver skript.',
  ],
]

const gaps: readonly string[] = [
  'Skärmläsare som NVDA, JAWS, VoiceOver och TalkBack är inte prövade, och inte heller röststyrning och förstoringsprogram. Sidorna är uppmärkta för dem, men hur de läses upp vet vi inte.',
  'Bara webbläsaren Chromium är prövad, som Chrome och Edge bygger på. Firefox, Safari, riktiga telefoner och surfplattor är det inte.',
  'Ingen utomstående har granskat sidorna, och personer med funktionsnedsättning har inte prövat dem.',
  'I ett långt samtal är äldre kommentarer hopfällda. Webbläsarens sökning hittar dem när den öppnas med Ctrl+F, men inte när den väljs i en meny: visa dem först.',
  'Bilder som skickas i ett ärende beskrivs bara med filens namn, och bifogade filer granskas inte. Be oss om innehållet i en annan form.',
]

export function AccessibilityPage({ facts }: { facts: PublicFacts | undefined }) {
  return (
    <>
      <PageHead
        title="Tillgänglighet"
        lead="Alla ska kunna läsa sidorna och höra av sig till oss, hur man än ser, hör eller rör sig."
        drawing={<RampDrawing />}
      />
      <Prose>
        <Part title="Det vi siktar på">
          <p>
            Webbplatsen, inloggningen och supportportalen är gjorda för att uppfylla WCAG 2.2, nivå AA. På webbplatsen
            läser du om våra tjänster, anmäler fel och skriver till oss. I portalen följer våra kunder sina ärenden.
          </p>
          <p>
            Vi bedömer själva att de uppfyller kraven delvis. Vad som fattas, och vad vi inte vet, står under Brister vi
            känner till.
          </p>
        </Part>
        <Part title="Så prövar vi sidorna">
          <p>
            Alla sidor på webbplatsen, båda inloggningarna och alla sidor i portalen prövas, fyllda med innehåll, i
            Chromium varje gång en ny version görs. Så här går det till:
          </p>
          <Methods />
        </Part>
        <Part title="Brister vi känner till">
          <ul className="flex list-disc flex-col gap-2 pl-5">
            {gaps.map((gap) => (
              <li key={gap}>{gap}</li>
            ))}
          </ul>
          <Reviewed>Sidan stämdes av senast den</Reviewed>
        </Part>
        <Part title="Säg till när något inte fungerar">
          <p>
            {`Berätta vilken sida det gäller och vad som hände. Vi svarar ${MESSAGE_RESPONSE}. Kan du inte använda formulären hjälper vi dig på annat sätt.`}
          </p>
          <CompanyContact facts={facts} />
        </Part>
        <Complaints />
      </Prose>
    </>
  )
}

const Complaints = () => (
  <Part title="Om du inte är nöjd med svaret">
    <p>
      Som konsument kan du anmäla brister till{' '}
      <a href="https://www.pts.se/" className="line-link">
        Post- och telestyrelsen (PTS)
      </a>
      , som har det övergripande ansvaret för tillsynen enligt lagen (2023:254) om vissa produkters och tjänsters
      tillgänglighet. Lagen gäller inte alla tjänster och inte de minsta företagen.
    </p>
  </Part>
)

const Methods = () => (
  <dl className="flex flex-col gap-3">
    {methods.map(([name, how]) => (
      <div key={name}>
        <dt className="font-semibold">{name}</dt>
        <dd>{how}</dd>
      </div>
    ))}
  </dl>
)

const Reviewed = ({ children }: { children: ReactNode }) => (
  <p>
    {children} <time dateTime={REVIEWED.date}>{REVIEWED.text}</time>.
  </p>
)
