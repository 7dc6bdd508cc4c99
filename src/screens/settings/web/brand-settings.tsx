import { useQuery } from '@tanstack/react-query'
import { useIsAdmin } from '#features/auth/web/me.ts'
import type { Brand } from '#features/company/brand.contract.ts'
import type { PicturePlace } from '#features/company/picture.contract.ts'
import { brandQuery } from '#features/company/web/brand.api.ts'
import { ColorsForm } from '#features/company/web/colors-form.tsx'
import { PictureSlot } from '#features/company/web/picture-slot.tsx'
import { formatNumber } from '#shared/plural.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'

const photos: Record<Exclude<PicturePlace, 'logo'>, { title: string; hint: string }> = {
  founder: { title: 'Grundaren', hint: 'Stående bild, på startsidan och Om oss' },
  team: { title: 'Medarbetarna', hint: 'Liggande bild, på startsidan' },
  van: { title: 'Bilen', hint: 'Liggande bild, på startsidan' },
  premises: { title: 'Lokalen', hint: 'Liggande bild, på startsidan' },
}
const photoPlaces = Object.keys(photos) as (keyof typeof photos)[]

export function BrandSettings() {
  const isAdmin = useIsAdmin()
  const query = useQuery(brandQuery)
  if (!query.data) {
    if (query.isError) return <QueryError title="Kunde inte hämta företagets utseende" query={query} />
    return <Skeleton className="h-96" />
  }
  const { pictures, usage, ...colors } = query.data
  return (
    <>
      {!isAdmin && <p className="text-ink-soft">Bara administratörer kan ändra utseendet.</p>}
      <Card title="Logotyp">
        <PictureSlot
          place="logo"
          title="Logotyp"
          hint="PNG med genomskinlig bakgrund blir bäst. Den visas på webbplatsen, i portalen, vid inloggning, i mejl och på utskrifter. Utan logotyp visas namnets första bokstav."
          isAdmin={isAdmin}
          picture={pictures.logo}
        />
      </Card>
      <Card title="Färger">
        <ColorsForm colors={colors} isAdmin={isAdmin} />
      </Card>
      <Card title="Bilder">
        <p className="max-w-prose text-ink-soft">
          Riktiga bilder på er som kommer. Där det saknas en bild av grundaren visas en teckning, och de andra
          utelämnas.
        </p>
        <div className="mt-5 grid gap-x-8 gap-y-7 sm:grid-cols-2">
          {photoPlaces.map((place) => (
            <PictureSlot key={place} place={place} {...photos[place]} isAdmin={isAdmin} picture={pictures[place]} />
          ))}
        </div>
        <Usage {...usage} />
      </Card>
    </>
  )
}

const MB = 1024 * 1024

const Usage = ({ bytes, quota }: Brand['usage']) => (
  <p className="mt-6 text-sm text-ink-soft">
    {`Filerna tar ${formatNumber(Math.ceil(bytes / MB))} av ${formatNumber(Math.floor(quota / MB))} MB.`}
  </p>
)
