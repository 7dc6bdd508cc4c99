import type { z } from 'zod'
import { brand } from '#features/company/brand.contract.ts'
import { company } from '#features/company/company.contract.ts'
import type { PicturePlace } from '#features/company/picture.contract.ts'
import { DEFAULT_ANSWER_MINUTES } from '#features/company/target-fields.rules.ts'
import { type FileUse, files, StoredFile } from '#features/files/files.contract.ts'
import { aPhoto, aPng } from '#features/files/testing/sample-pictures.ts'
import { urlOf } from '#shared/web/call.ts'
import { openClient } from '../drills/support/drill-client.ts'

/** The page of a service that both the default and the filled-in company have. */
export const SERVICE_PAGE = '/tjanster/wifi-och-natverk'

const everyFact: Required<Omit<z.input<typeof company.changeFacts.body>, 'version'>> = {
  founded: 2017,
  phone: '018-12 34 56',
  emergencyPhone: '070-123 45 67',
  email: 'hej@nordlys.example',
  address: 'Storgatan 1',
  postalCode: '753 20',
  city: 'Uppsala',
  seat: 'Uppsala',
  vatNumber: 'SE556703748501',
  opens: '08:00',
  closes: '17:00',
  groupLine: 'En del av Nordlysgruppen',
  areaServed: 'Uppsala län',
  services: `WiFi och nätverk: Så att täckningen räcker där du är.
- Vi planerar, drar kabel, monterar och ställer in.
- Pris på plats: 895 kr per timme
Larm och passersystem
Serviceavtal
- För: företag`,
  prices: 'Support 895 kr i timmen\nFramkörning inom Uppsala 350 kr',
  founderName: 'Kim Nordlys',
  founderTitle: 'Grundare och tekniker',
  dayHours: 'Fredag: 08:00–12:00, 13:00–15:00',
  closedDays: '2030-12-27: Mellandag',
  eves: 'closed',
  halfDays: 'half',
  halfDayCloses: '12:00',
  hoursFrom: '2024-01-01',
  ...DEFAULT_ANSWER_MINUTES,
  urgentSolveMinutes: 240,
  highSolveMinutes: 480,
  normalSolveMinutes: 960,
  lowSolveMinutes: 2400,
  people: 'Kim Nordlys: Grundare och tekniker\nElin Norrby: Tekniker',
  quotes: 'Anna Berg, Kajens Café: De kom samma dag, och nätet har fungerat sedan dess.',
  certificates: 'Certifierad installatör av nätverk',
  insurance: 'Ansvarsförsäkring 10 miljoner kr',
  fTax: true,
  founderStory: 'Kim har dragit kabel och rett ut nätverk i Uppsala i tjugo år.',
}

/** Fills in every company fact that the public site can show, so that its pages have their maximum size. */
export async function fillInCompany(url: string) {
  const { call } = openClient(url)
  const { version } = await call(company.facts, {})
  await call(company.changeFacts, { body: { version, ...everyFact } })
}

/** Gives the company a logo, colours and a photo in every place, so that its pages have their maximum size. */
export async function fillInBrand(url: string) {
  const { call, signIn } = openClient(url)
  const token = await signIn()
  const show = async (place: PicturePlace, use: FileUse, content: Buffer) => {
    const path = urlOf(files.upload, { query: { name: `${place}.jpg`, use } })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: new Uint8Array(content) })
    const { id: fileId } = StoredFile.parse(await answer.json())
    await call(brand.setPicture, { query: { place }, body: { fileId } })
  }
  await show('logo', 'logo', await aPng(400, 300))
  const wide = await aPhoto()
  await show('founder', 'photo', await aPhoto(1600, 2000))
  for (const place of ['team', 'van', 'premises'] as const) await show(place, 'photo', wide)
  await call(brand.changeColors, { body: { mainColor: '#1a4f8b', accentColor: '#8a3d0c' } })
}
