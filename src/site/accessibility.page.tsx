import { RESPONSE_HOURS } from '#enquiries/response-time.rules.ts'
import { RampDrawing } from './drawings/heads.tsx'
import type { PublicFacts } from './facts.ts'
import { PageHead } from './page-head.tsx'
import { CompanyContact, Part, Prose } from './prose.tsx'

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
            Webbplatsen är gjord för att uppfylla WCAG 2.2, nivå AA. Den går att använda med bara tangentbord, med
            skärmläsare, i stor text, i ljust och mörkt läge, utan rörelser och utan skript.
          </p>
        </Part>
        <Part title="Så prövar vi den">
          <p>
            Varje sida granskas automatiskt med verktyget axe, i ljust och mörkt läge, när något på den ändras. Ingen
            utomstående har granskat webbplatsen, och en automatisk granskning hittar inte allt.
          </p>
        </Part>
        <Part title="Brister vi känner till">
          <p>Inga just nu. Hittar du någon vill vi veta det.</p>
        </Part>
        <Part title="Säg till när något inte fungerar">
          <p>
            {`Berätta vilken sida det gäller och vad som hände. Vi svarar inom ${RESPONSE_HOURS.message} timmar. Kan du inte använda formulären hjälper vi dig på annat sätt.`}
          </p>
          <CompanyContact facts={facts} />
        </Part>
      </Prose>
    </>
  )
}
