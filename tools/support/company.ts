import { company } from '#settings/company.contract.ts'
import { openClient } from '../drills/support/drill-client.ts'

/** Fills in every company fact that the public site can show, so that its pages have their maximum size. */
export async function fillInCompany(url: string) {
  const { call } = openClient(url)
  const { version } = await call(company.facts, {})
  await call(company.changeFacts, {
    body: {
      version,
      ...{ founded: 2017, phone: '018-12 34 56', emergencyPhone: '070-123 45 67', email: 'hej@nordlys.example' },
      ...{
        address: 'Storgatan 1',
        postalCode: '753 20',
        city: 'Uppsala',
        seat: 'Uppsala',
        vatNumber: 'SE556703748501',
      },
      ...{ opens: '08:00', closes: '17:00', groupLine: 'En del av Nordlysgruppen', areaServed: 'Uppsala län' },
      services: 'Larm och passersystem\nServiceavtal',
      prices: 'Support 895 kr i timmen\nFramkörning inom Uppsala 350 kr',
      ...{ founderName: 'Kim Nordlys', founderTitle: 'Grundare och tekniker' },
      founderStory: 'Kim har dragit kabel och rett ut nätverk i Uppsala i tjugo år.',
    },
  })
}
