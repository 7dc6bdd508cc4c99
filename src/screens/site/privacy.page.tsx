import { LockDrawing } from './drawings/heads.tsx'
import type { PublicFacts } from './facts.ts'
import { PageHead } from './page-head.tsx'
import { CompanyContact, Part, Prose } from './prose.tsx'

export function PrivacyPage({ facts }: { facts: PublicFacts | undefined }) {
  return (
    <>
      <PageHead
        title="Integritet"
        lead="Vi sparar det vi behöver för att hjälpa dig, och inget annat. Inga kakor, ingen spårning, inget från andra."
        drawing={<LockDrawing />}
      />
      <Prose>
        <Part title="När du bara tittar">
          <p>
            Då sparas ingenting om dig. Sidorna sätter inga kakor, räknar inga besök och hämtar varken typsnitt, kartor
            eller annat från någon annan än oss.
          </p>
        </Part>
        <Part title="När du skickar ett formulär">
          <p>
            Vi sparar det du skriver: namn, e-post, telefon, texten, bilder du skickar med, om du markerat att det är
            akut och när det skickades. Det läses av vår personal och används för att svara dig och hjälpa dig. Du har
            själv bett om hjälp. Vi stöder oss på vårt berättigade intresse av att kunna svara.
          </p>
          <p>
            För att hålla robotar borta räknar vi hur många formulär som kommer från samma nät. Ip-adressen sparas inte
            i klartext, och räkningen glöms efter ett dygn.
          </p>
        </Part>
        <Part title="När du är kund">
          <p>
            Då har vi dina kontaktuppgifter, dina ärenden, det arbete vi gjort och, när det behövs, teknisk information
            om din utrustning. Den tekniska informationen är krypterad, bara vår personal kan läsa den, och varje
            läsning antecknas.
          </p>
        </Part>
        <Part title="När du loggar in">
          <p>
            Webbläsaren sparar inloggningen i sitt lokala minne, för att du ska slippa logga in på varje sida. Den tas
            bort när du loggar ut. Väljer du ljust eller mörkt utseende sparas också det där.
          </p>
        </Part>
        <StorageTime />
        <Rights facts={facts} />
      </Prose>
    </>
  )
}

const StorageTime = () => (
  <Part title="Hur länge vi har det">
    <p>
      Förfrågningar och ärenden har vi kvar så länge vi behöver dem för att hjälpa dig och visa vad vi gjort. Det som
      hör till bokföringen sparas så länge bokföringslagen kräver: till och med det sjunde året efter räkenskapsåret.
    </p>
  </Part>
)

const Rights = ({ facts }: { facts: PublicFacts | undefined }) => (
  <Part title="Vad du kan begära">
    <p>
      Du kan få veta vad vi har om dig, få det rättat och få det borttaget, om det inte är något vi måste ha kvar enligt
      lag. Hör av dig till oss. Är du inte nöjd med vårt svar kan du klaga hos Integritetsskyddsmyndigheten.
    </p>
    <CompanyContact facts={facts} />
  </Part>
)
